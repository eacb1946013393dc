import type * as z from 'zod';
import type { ServiceContext } from '../../context';
import { toAmount, toMinor } from '../../rules/money';
import { uniqueKey } from '../../rules/unique-key';
import type { Doctor, DoctorAccount, DoctorFields } from './schemas';
import { doctorTerms } from './terms';

/** A doctor and the account, with every field but the password. */
export type WholeDoctor = z.output<typeof DoctorFields> & { user: z.output<typeof DoctorAccount> };

export const toRow = (ctx: ServiceContext, { user: _, ...input }: WholeDoctor) => ({
  ...input,
  license_key: uniqueKey(input.license_number),
  consultation_fee:
    input.consultation_fee === null ? null : toMinor(input.consultation_fee, ctx.settings.CURRENCY.exponent),
  ...doctorTerms(input),
});

export const withFee = <Row extends { consultation_fee: number | null }>(ctx: ServiceContext, row: Row) => ({
  ...row,
  consultation_fee:
    row.consultation_fee === null ? null : toAmount(row.consultation_fee, ctx.settings.CURRENCY.exponent),
});

export const accountOf = ({ username, email, phone_number, type }: WholeDoctor['user']) => ({
  username: username ?? email,
  email,
  phone_number,
  type,
});

export const fullName = ({ first_name, middle_name, last_name }: WholeDoctor) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');

export const toDoctor = (id: string, reg_number: string, { user, ...input }: WholeDoctor, user_id: string): Doctor => ({
  id,
  reg_number,
  ...input,
  user: { id: user_id, ...accountOf(user) },
  files: [],
});
