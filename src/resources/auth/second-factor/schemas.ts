import * as z from 'zod';
import { NAME_MAX, optional, text } from '../../../schemas/fields';

const password = text(NAME_MAX);
const code = text(NAME_MAX).describe(
  'The six digits that the app shows, or a recovery code; spaces, hyphens and letter case do not matter. Each is taken once',
);

/** Portals may send the field of their form even where it is empty. */
export const optionalCode = optional(code);

export const TotpBegin = z
  .object({ password, totp: optionalCode.describe('Needed where a second factor is active: a code of that one') })
  .meta({ id: 'TotpBeginInput' });
export type TotpBegin = z.output<typeof TotpBegin>;

export const TotpConfirm = z
  .object({ totp: code.describe('The six digits that the app shows for the new secret') })
  .meta({ id: 'TotpConfirmInput' });
export type TotpConfirm = z.output<typeof TotpConfirm>;

export const TotpDisable = z.object({ password, totp: code }).meta({ id: 'TotpDisableInput' });
export type TotpDisable = z.output<typeof TotpDisable>;

export const TotpSecret = z
  .object({
    secret: z.string().describe('In base32, to type into an app without a camera'),
    otpauth_uri: z.string().describe('To show as a QR code'),
  })
  .meta({ id: 'TotpSecret' });
export type TotpSecret = z.output<typeof TotpSecret>;

export const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe('Shown this once: their owner writes them down') })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.output<typeof RecoveryCodes>;

export const TotpStatus = z
  .object({
    enabled: z.boolean(),
    enabled_at: z.iso.datetime().nullable(),
    recovery_codes_left: z.int(),
  })
  .meta({ id: 'TotpStatus' });
export type TotpStatus = z.output<typeof TotpStatus>;
