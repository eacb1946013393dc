import { StorageError } from './db/errors';
import { SettingsError } from './env';
import { AppError } from './errors';

export type Level = 'info' | 'warn' | 'error';

/**
 * The only way to log: events, our own names, counts, request ids, and ids of accounts that a limit stopped. Never paths with
 * ids, queries, bodies, tokens, names of people, or messages of errors, which may hold these.
 */
export function log(level: Level, event: string, fields: Readonly<Record<string, unknown>>): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

export interface Failure {
  /** the error's class; for the database the kind and, for UNIQUE, the columns */
  cause: string;
  /** SQLite's or R2's own */
  code?: string;
  variables?: string[];
  /** only of unexpected errors, innermost first */
  frames?: string[];
}

const FRAME = /^\s+at (?:async )?(?:([\w$.<>]+) \()?(?:[^()\s]*\/)?([\w.-]+\.[jt]s:\d+:\d+)\)?$/;
const R2_CODE = /\((\d{5})\)$/;

/** A stack begins with the error's name and message, which may look like frames and must not be logged. */
function framesOf({ stack = '', message }: Error): string[] {
  const name = /^\w*(: )?/.exec(stack)?.[0] ?? '';
  if (!stack.startsWith(`${message}\n`, name.length)) return [];
  return stack
    .slice(name.length + message.length)
    .split('\n')
    .flatMap((line) => {
      const [, caller = '', place] = FRAME.exec(line) ?? [];
      return place ? [`${caller} ${place}`.trim()] : [];
    });
}

const isUnexpected = (error: Error) =>
  error instanceof StorageError
    ? error.kind === 'failed' || error.kind === 'unique'
    : !(error instanceof AppError || error instanceof SettingsError);

/** Never has the message of an error. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { cause: typeof error };
  const isStorage = error instanceof StorageError;
  const code = isStorage ? error.code : R2_CODE.exec(error.message)?.[1];
  return {
    // A StorageError's message has only our own words.
    cause: isStorage ? error.message : error.name,
    ...(code && { code }),
    ...(error instanceof SettingsError && { variables: error.variables }),
    ...(isUnexpected(error) && { frames: framesOf(error) }),
  };
}
