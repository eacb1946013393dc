import * as z from 'zod';
import type { AccessRecord } from './access-log/record';
import { linksHaveOwnAddress, loopbackIsLocal, Secrets, VariablesEach } from './variables';

export const RATE_LIMITS = [
  'AUTH_RATE_LIMIT',
  'PASSWORD_RATE_LIMIT',
  'ACCOUNT_RATE_LIMIT',
  'SEARCH_RATE_LIMIT',
  'REFUSAL_RATE_LIMIT',
  'WRITTEN_RATE_LIMIT',
] as const;
export type RateLimitName = (typeof RATE_LIMITS)[number];

/** One chunk of an export (fhir/export): of the job that has done so many. */
export interface ExportMessage {
  job: string;
  chunk: number;
}

/** One chunk of an import (src/imports): of a run that has done so many. */
export interface ImportMessage {
  job: string;
  run: number;
  chunk: number;
}

/** That an event is to be sent to a webhook, after so many attempts. Both are numbers of rows. */
export interface WebhookMessage {
  webhook: number;
  event: number;
  attempt: number;
}

/** That a message to a patient is to be sent, after so many attempts: the number of its row. */
export interface MessageToSend {
  message: number;
  attempt: number;
}

export interface Bindings extends Record<RateLimitName, RateLimit> {
  DB: D1Database;
  FILES: R2Bucket;
  /** records on their way to the access log; without it they are written directly */
  ACCESS_QUEUE?: Queue<AccessRecord[]>;
  /** without it nothing is exported */
  EXPORT_QUEUE?: Queue<ExportMessage>;
  /** without it nothing is imported */
  IMPORT_QUEUE?: Queue<ImportMessage>;
  /** deliveries of events; without it the minute's tick sends them itself */
  WEBHOOK_QUEUE?: Queue<WebhookMessage>;
  /** messages to patients that are due; without it the minute's tick sends them itself */
  MESSAGE_QUEUE?: Queue<MessageToSend>;
  /** without it nothing is mailed */
  EMAIL?: { send(mail: EmailMessageBuilder): Promise<EmailSendResult> };
  /** the version that answers */
  CF_VERSION_METADATA?: WorkerVersionMetadata;
  JWT_SECRET: string;
  JWT_SECRET_PREVIOUS?: string;
  CURRENCY?: string;
  SIGNUP?: string;
  SIGNUP_ROLE?: string;
  CORS_ORIGINS?: string;
  TIME_ZONE?: string;
  DOUBLE_BOOKING?: string;
  DATE_ORDER?: string;
  TAX_INCLUDED?: string;
  TAX_ID?: string;
  HOSPITAL_NAME?: string;
  HOSPITAL_ADDRESS?: string;
  REQUIRE_TOTP?: string;
  ACCESS_TOKEN_MINUTES?: string;
  AUDIT_RETENTION_DAYS?: string;
  ACCESS_RETENTION_DAYS?: string;
  BASE_URL?: string;
  FILE_URLS?: string;
  WEBHOOK_LOOPBACK?: string;
  MAIL_FROM?: string;
  MAIL_LANGUAGE?: string;
  MAIL_PER_DAY?: string;
  PORTAL?: string;
  ENVIRONMENT?: string;
}

declare global {
  namespace Cloudflare {
    interface Env extends Bindings {}
  }
}

const Settings = z.object({ ...Secrets.shape, ...VariablesEach.shape }).check(loopbackIsLocal, linksHaveOwnAddress);
export type Settings = z.output<typeof Settings>;

export const faultsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`);

/** The message names the variables that are missing or wrong, never a value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly variables: string[];

  constructor(error: z.ZodError) {
    super(faultsOf(error).join('; '));
    this.variables = [...new Set(error.issues.map(({ path }) => path.join('.')))];
  }
}

const known = new WeakMap<Bindings, Settings>();

/** Checked once per environment object. @throws SettingsError */
export function settingsOf(env: Bindings): Settings {
  const before = known.get(env);
  if (before) return before;
  const { success, data, error } = Settings.safeParse(env);
  if (!success) throw new SettingsError(error);
  known.set(env, data);
  return data;
}
