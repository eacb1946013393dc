// What a deployment can be set to: docs/settings.md.
import * as z from 'zod';
import { ROLES } from './auth/permissions';
import { DEFAULT_TIME_ZONE, isTimeZone } from './rules/clock';
import { DEFAULT_CURRENCY, exponentOf, isCurrency } from './rules/currency';
import { DEFAULT_LANGUAGE, LANGUAGES } from './rules/languages';

const secret = z.string('is not set').min(32, 'must have at least 32 characters');
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, `must be one of ${values.join(', ')}`);

/** wrangler.toml may have a text or a number. */
function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.coerce
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** At least a year: a typing error must not empty a trail. */
const RetentionDays = wholeNumber(365, 36_500);

const variable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** http(s) as browsers send it; schemes of apps (`capacitor://localhost`) have no such rule. */
function isOrigin(text: string): boolean {
  const scheme = /^([a-z][a-z\d+.-]*):\/\/[^\s/?#@]+$/.exec(text)?.[1];
  if (!scheme?.startsWith('http')) return scheme !== undefined;
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
}

const Origins = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .refine(
    (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
    'must be origins, as https://portal.clinic.example without a path, with commas between them, or *',
  );

/** `Harbour Clinic <no-reply@clinic.example>`, or the address alone. */
const Sender = z
  .string()
  .regex(
    /^(?:[^\p{Cc}<>@"]{1,200} <[^\s<>@"]{1,64}@[^\s<>@".]+(?:\.[^\s<>@".]+)+>|[^\s<>@"]{1,64}@[^\s<>@".]+(?:\.[^\s<>@".]+)+)$/u,
    'must be an address, or a name and an address: Harbour Clinic <no-reply@clinic.example>',
  )
  .transform((text) => {
    const [, name = '', email = text] = /^(.*) <(.*)>$/.exec(text) ?? [];
    return { name, email };
  });

/** Never in `[vars]`. */
export const Secrets = z.object({
  JWT_SECRET: secret,
  JWT_SECRET_PREVIOUS: variable(secret.optional()),
});

export const VariablesEach = z.object({
  CURRENCY: variable(z.string().refine(isCurrency, 'must be an ISO 4217 code').default(DEFAULT_CURRENCY)).transform(
    (code) => ({ code, exponent: exponentOf(code) }),
  ),
  TIME_ZONE: variable(
    z
      .string()
      // To look a name up takes milliseconds.
      .refine((name) => name === DEFAULT_TIME_ZONE || isTimeZone(name), 'must be an IANA time zone')
      .default(DEFAULT_TIME_ZONE),
  ),
  SIGNUP: variable(oneOf(['open', 'invited']).default('open')),
  SIGNUP_ROLE: variable(oneOf(ROLES.filter((role) => role !== 'admin')).default('none')),
  CORS_ORIGINS: Origins,
  DATE_ORDER: variable(oneOf(['day-month', 'month-day']).default('day-month')),
  // Without a default: portals of clinics that set neither see neither.
  TAX_INCLUDED: variable(oneOf(['yes', 'no']).optional()),
  TAX_ID: variable(
    z
      .string()
      .regex(/^[^\p{C}]{1,100}$/u, 'must be 1 to 100 characters, as bills print it')
      .optional(),
  ),
  // Not \p{C}, as names of some scripts need its joiners and marks of direction.
  HOSPITAL_NAME: variable(
    z
      .string()
      .regex(/^\P{Cc}{1,200}$/u, 'must be 1 to 200 characters on one line')
      .optional(),
  ),
  HOSPITAL_ADDRESS: variable(
    z
      .string()
      .regex(/^(\P{Cc}|\n){1,1000}$/u, 'must be 1 to 1000 characters, with line breaks as the only control characters')
      .optional(),
  ),
  DOUBLE_BOOKING: variable(oneOf(['allow', 'reject']).default('allow')),
  REQUIRE_TOTP: variable(oneOf(['none', 'admin', 'all']).default('none')),
  ACCESS_TOKEN_MINUTES: variable(wholeNumber(5, 60).default(15)),
  AUDIT_RETENTION_DAYS: variable(RetentionDays.optional()),
  ACCESS_RETENTION_DAYS: variable(RetentionDays.optional()),
  BASE_URL: variable(
    z
      .url('must be a URL')
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  ),
  FILE_URLS: variable(oneOf(['open', 'expiring']).default('open')),
  WEBHOOK_LOOPBACK: variable(oneOf(['yes']).optional()),
  MAIL_FROM: variable(Sender.optional()),
  MAIL_LANGUAGE: variable(oneOf(LANGUAGES).default(DEFAULT_LANGUAGE)),
  MAIL_PER_DAY: variable(wholeNumber(1, 1_000_000).default(1_000)),
  // Of the deployment alone (scripts/deploy/portal.mjs), which reads back from the Worker how it was deployed.
  PORTAL: variable(oneOf(['serve', 'none']).default('serve')),
  ENVIRONMENT: variable(oneOf(['production', 'development']).default('production')),
});

/** In a deployment a webhook would reach what listens beside the Worker. */
export const loopbackIsLocal = z.refine<Pick<z.output<typeof VariablesEach>, 'WEBHOOK_LOOPBACK' | 'ENVIRONMENT'>>(
  ({ WEBHOOK_LOOPBACK, ENVIRONMENT }) => WEBHOOK_LOOPBACK === undefined || ENVIRONMENT === 'development',
  { path: ['WEBHOOK_LOOPBACK'], error: 'is only for ENVIRONMENT=development' },
);

/** A link in a mail must not come from the `Host` that some request named; nor may anybody read on its way what it opens. */
export const linksHaveOwnAddress = z.refine<
  Pick<z.output<typeof VariablesEach>, 'MAIL_FROM' | 'BASE_URL' | 'ENVIRONMENT'>
>(
  ({ MAIL_FROM, BASE_URL, ENVIRONMENT }) =>
    MAIL_FROM === undefined ||
    BASE_URL?.startsWith('https://') === true ||
    (BASE_URL !== undefined && ENVIRONMENT === 'development'),
  { path: ['MAIL_FROM'], error: 'needs BASE_URL, which links in mails begin with: https://portal.clinic.example' },
);

/** Under `[vars]` in wrangler.toml, which `npm run deploy` checks by this, too. */
export const Variables = VariablesEach.check(loopbackIsLocal, linksHaveOwnAddress);
