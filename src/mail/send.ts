import { type Bindings, settingsOf } from '../env';
import { log } from '../log';
import type { Letter } from './letter';

export const sendsMail = (env: Bindings): boolean => env.EMAIL !== undefined && settingsOf(env).MAIL_FROM !== undefined;

export interface Refusal {
  sent: false;
  /** the platform's word for why it took no mail (Email Service, "Workers API"), or the class of what was thrown */
  code: string;
  /** Cloudflare allows the account no more mails for now */
  isQuota: boolean;
  /** nobody knows: it is not the platform that said no, as where the connection broke */
  mayBeOut: boolean;
}
export type Sent = { sent: true } | Refusal;

const QUOTA = ['E_DAILY_LIMIT_EXCEEDED', 'E_RATE_LIMIT_EXCEEDED'];

/** Never the message of an error: it may name the address. */
function refusalOf(error: unknown): Refusal {
  const { code } = Object.assign({ code: undefined }, error);
  if (typeof code === 'string' && /^E_[A-Z_]{1,60}$/.test(code)) {
    return { sent: false, code, isQuota: QUOTA.includes(code), mayBeOut: false };
  }
  return { sent: false, code: error instanceof Error ? error.name : typeof error, isQuota: false, mayBeOut: true };
}

/**
 * One mail to one address. The log has neither that nor its text.
 * @param kind for the log
 */
export async function sendMail(env: Bindings, kind: string, to: string, letter: Letter): Promise<Sent> {
  const { MAIL_FROM: from } = settingsOf(env);
  if (!env.EMAIL || !from) return { sent: false, code: 'mail_off', isQuota: false, mayBeOut: false };
  try {
    await env.EMAIL.send({ from: from.name ? from : from.email, to, ...letter });
    log('info', 'mail_sent', { kind });
    return { sent: true };
  } catch (error) {
    const refusal = refusalOf(error);
    log('warn', 'mail_refused', { kind, code: refusal.code });
    return refusal;
  }
}
