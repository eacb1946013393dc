import { StorageError } from './db/errors';
import { SettingsError } from './env';
import { AppError } from './errors';

export type Level = 'info' | 'warn' | 'error';

/**
 * All that the service logs goes through here: events, names of ours, counts, request ids, and the id of an account that a
 * limit stopped. Never a path with ids, a query, a body, a token, a person's name, nor the message of an error, which may hold these.
 */
export function log(level: Level, event: string, fields: Readonly<Record<string, unknown>>): void {
  console[level](JSON.stringify({ level, event, ...fields }));
}

/** What may be logged of an error. */
export interface Failure {
  /** its class; of the database's errors their kind and, for UNIQUE, the columns */
  cause: string;
  /** SQLite's or R2's own */
  code?: string;
  /** the variables and secrets that are missing or wrong */
  variables?: string[];
  /** where an error that nobody expects came from, innermost first */
  frames?: string[];
}

const FRAME = /^\s+at (?:async )?(?:([\w$.<>]+) \()?(?:[^()\s]*\/)?([\w.-]+\.[jt]s:\d+:\d+)\)?$/;
const R2_CODE = /\((\d{5})\)$/;

/** The frames of a stack that lie in our code. It begins with the name and the message, which may look like frames, too. */
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

/** Kind and code of an error, and the place where an unexpected one happened; never its message. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { cause: typeof error };
  const isStorage = error instanceof StorageError;
  const code = isStorage ? error.code : R2_CODE.exec(error.message)?.[1];
  return {
    // A StorageError's message is made of our own words.
    cause: isStorage ? error.message : error.name,
    ...(code && { code }),
    ...(error instanceof SettingsError && { variables: error.variables }),
    ...(isUnexpected(error) && { frames: framesOf(error) }),
  };
}
