import * as z from 'zod';
import { ROLES } from './auth/permissions';
import { exponentOf } from './money';
import { once } from './once';

/** What wrangler.toml binds. */
export interface Bindings {
  DB: D1Database;
  FILES: R2Bucket;
  AUTH_RATE_LIMIT: RateLimit;
  JWT_SECRET: string;
  JWT_SECRET_PREVIOUS?: string;
  CURRENCY?: string;
  SIGNUP_ROLE?: string;
  CORS_ORIGINS?: string;
  DOUBLE_BOOKING?: string;
  BASE_URL?: string;
  ENVIRONMENT?: string;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}

const secret = z.string('is not set').min(32, 'must have at least 32 characters');
const blank = (value: unknown) => (value === '' ? undefined : value);
const isCurrency = (code: string) => {
  try {
    exponentOf(code);
    return true;
  } catch {
    return false;
  }
};

/** A variable that is set to nothing is not set. */
const variable = <T extends z.ZodType>(schema: T) => z.preprocess(blank, schema);
const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, `must be one of ${values.join(', ')}`);

const settingsSchema = once(() =>
  z.object({
    JWT_SECRET: secret,
    JWT_SECRET_PREVIOUS: variable(secret.optional()),
    CURRENCY: variable(z.string().refine(isCurrency, 'must be an ISO 4217 code').default('USD')),
    SIGNUP_ROLE: variable(oneOf(ROLES.filter((role) => role !== 'admin')).default('none')),
    CORS_ORIGINS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      ),
    DOUBLE_BOOKING: variable(oneOf(['allow', 'reject']).default('allow')),
    BASE_URL: variable(
      z
        .url('must be a URL')
        .transform((url) => url.replace(/\/+$/, ''))
        .optional(),
    ),
    ENVIRONMENT: z.string().default('production'),
  }),
);
export type Settings = z.infer<ReturnType<typeof settingsSchema>>;

/** A deployment that lacks a variable or has a wrong one. The message names it, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const parsed = new WeakMap<Bindings, Settings>();

/** Variables and secrets, checked once per environment object. @throws SettingsError */
export function settingsOf(env: Bindings): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const result = settingsSchema().safeParse(env);
  if (!result.success) {
    throw new SettingsError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
  }
  parsed.set(env, result.data);
  return result.data;
}
