import { Database } from '../db/client';
import type { Bindings } from '../env';
import { failureOf, log } from '../log';
import type { Letter } from './letter';
import { sendMail, sendsMail } from './send';

/** What a service mails by. */
export interface Mailer {
  /** @returns whether the platform took it: not whether it arrives */
  send(kind: string, to: string, letter: Letter): Promise<boolean>;
  /** Runs beside the answer, with a session of its own, so that neither its time nor its cost shows in the answer. */
  later(work: (database: Database) => Promise<void>): void;
}

/** Null where nothing is mailed. */
export function mailerOf(env: Bindings, ctx: { waitUntil(promise: Promise<void>): void }): Mailer | null {
  if (!sendsMail(env)) return null;
  const run = async (work: (database: Database) => Promise<void>) => {
    try {
      await work(new Database(env.DB, 'first-primary'));
    } catch (error) {
      log('error', 'mail_failed', { ...failureOf(error) });
    }
  };
  return {
    send: async (kind, to, letter) => (await sendMail(env, kind, to, letter)).sent,
    later: (work) => ctx.waitUntil(run(work)),
  };
}
