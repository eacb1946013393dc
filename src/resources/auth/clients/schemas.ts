import * as z from 'zod';
import {
  fault,
  futureDatetime,
  isObject,
  NAME_MAX,
  nameWithLetter,
  optional,
  text,
  withDefault,
} from '../../../schemas/fields';
import { readScope, SCOPE_MAX } from '../../../scopes';
import { ALGORITHMS, isOfUse } from './rules';

const scope = text(SCOPE_MAX)
  .transform((sent, { issues }) => {
    const { granted, unknown } = readScope(sent, 'system');
    const useless = granted.filter((word) => !isOfUse(word));
    const message =
      (unknown.length > 0 && `No scope of this service: ${unknown.join(' ')}`) ||
      (useless.length > 0 && `No program may do anything of it: ${useless.join(' ')}`) ||
      (granted.length === 0 && 'None of these scopes is granted');
    if (!message) return granted.join(' ');
    issues.push({ code: 'custom', message, params: { type: 'value_error' }, input: sent });
    return z.NEVER;
  })
  .describe('All that its tokens may do: SMART’s scopes of systems, as `system/Appointment.rs system/Patient.r`');

/** Base64url: an RSA key has 4,096 bits at most. A thousand clients with ten of these are a page of 9 MB. */
const member = text(683, 1);

const PublicKey = z
  .object({
    kty: z
      .enum(['RSA', 'EC'])
      .describe('Its type. Of an RSA key there are `n` and `e`, of an EC key `crv`, `x` and `y`'),
    kid: text(NAME_MAX, 1).describe('How assertions name it'),
    alg: z.enum(['RS384', 'ES384']).optional().describe('RS384 of an RSA key, ES384 of an EC key'),
    use: z.literal('sig').optional().describe('That it is for signatures'),
    n: member.optional().describe('Modulus of an RSA key, of 2,048 to 4,096 bits'),
    e: member.optional().describe('Exponent of an RSA key'),
    crv: z.literal('P-384').optional().describe('Curve of an EC key'),
    x: member.optional().describe('Of the point of an EC key'),
    y: member.optional().describe('Of the point of an EC key'),
  })
  .refine(({ kty, alg }) => alg === undefined || alg === ALGORITHMS[kty], {
    ...fault('value_error', 'An RSA key signs by RS384, an EC key by ES384'),
    path: ['alg'],
  })
  .overwrite(({ kty, kid, alg, use, n, e, crv, x, y }) => ({
    ...{ kty, kid, ...(alg && { alg }), ...(use && { use }) },
    ...(kty === 'RSA' ? { n, e } : { crv, x, y }),
  }))
  .meta({ id: 'PublicKey', description: 'A public key (RFC 7517). What else it has is dropped' });
export type PublicKey = z.output<typeof PublicKey>;

/** RFC 7518 6.2.2, 6.3.2 and 6.4. */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const publicKey = z.preprocess((sent, { issues }) => {
  for (const name of isObject(sent) ? PRIVATE.filter((name) => Object.hasOwn(sent, name)) : []) {
    const message =
      'The field is of a private key: keep that, make a new pair if this one has been sent, and send the public one';
    issues.push({ code: 'custom', path: [name], message, params: { type: 'value_error' }, input: undefined });
  }
  return sent;
}, PublicKey);

const KEYS_MAX = 10;
const isUnique = (keys: readonly PublicKey[]) => new Set(keys.map(({ kid }) => kid)).size === keys.length;

export const Jwks = z
  .object({
    keys: z
      .array(publicKey)
      .min(1)
      .max(KEYS_MAX)
      .refine(isUnique, fault('value_error', 'Each key should have a `kid` of its own'))
      .describe('So that one follows another, both are there for a while'),
  })
  .meta({ id: 'Jwks', description: 'Public keys of a program that signs assertions (RFC 7523)' });
export type Jwks = z.output<typeof Jwks>;

const fields = {
  name: nameWithLetter.describe('What the program is called, in the trail, too'),
  scope,
};
const expires_at = futureDatetime.nullable();
const END = 'When it ends, in the future, without a zone in the time zone of the hospital; null: never';

/** Strict: what was not set must not look as if it were. */
export const ClientInput = z
  .strictObject({
    ...fields,
    secret: withDefault(z.boolean(), false).describe('true: it gets a secret, by which it logs in'),
    jwks: optional(Jwks).describe('Instead of a secret'),
    expires_at: expires_at.default(null).describe(END),
  })
  .refine(({ secret, jwks }) => secret || jwks, {
    ...fault('missing', 'Field required: `secret: true`, or `jwks`'),
    path: ['secret'],
  })
  .refine(({ secret, jwks }) => !(secret && jwks), {
    ...fault('value_error', 'A client has either a secret or keys'),
    path: ['jwks'],
  })
  .meta({ id: 'ClientInput' });
export type ClientInput = z.output<typeof ClientInput>;

export const ClientPatch = z
  .strictObject({
    ...fields,
    jwks: Jwks.describe('Only of a client that has no secret'),
    expires_at: expires_at.describe(END),
  })
  .partial()
  .meta({ id: 'ClientPatchInput' });
export type ClientPatch = z.output<typeof ClientPatch>;

export const Renewal = z
  .strictObject({
    revoke_old: withDefault(z.boolean(), false).describe(
      'true: the former secret ends at once, and all tokens are revoked',
    ),
  })
  .meta({ id: 'SecretRenewalInput' });
export type Renewal = z.output<typeof Renewal>;

export const Client = z
  .object({
    client_id: z.uuid().describe('By which it logs in; the id of its account, which the trail and the access log name'),
    name: z.string(),
    scope: z.string().describe('All that its tokens may do'),
    jwks: Jwks.nullable().describe('Its public keys; null where it has a secret'),
    expires_at: z.iso.datetime().nullable().describe('When it ends, in UTC; null: never'),
    former_secret_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when the secret before this one works, in UTC; null: none does'),
    last_used_at: z.iso.datetime().nullable().describe('When it last got a token, in UTC; null: never'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Client' });
export type Client = z.output<typeof Client>;

export const ClientWithSecret = z
  .object({
    ...Client.shape,
    client_secret: z
      .string()
      .optional()
      .describe('It is answered here only, and once: left out where an `Idempotency-Key` comes again'),
  })
  .meta({ id: 'ClientWithSecret' });
export type ClientWithSecret = z.output<typeof ClientWithSecret>;
