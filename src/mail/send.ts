import { type Bindings, settingsOf } from '../env';
import { log } from '../log';
import type { Letter } from './letter';

export const sendsMail = (env: Bindings): boolean => env.EMAIL !== undefined && settingsOf(env).MAIL_FROM !== undefined;

/** The platform's word for why it took no mail (Email Service, "Workers API"), or the class of what was thrown. */
export interface Refusal {
  sent: false;
  code: string;
  /** Cloudflare allows the account no more mails for now */
  isQuota: boolean;
}
export type Sent = { sent: true } | Refusal;

const QUOTA = ['E_DAILY_LIMIT_EXCEEDED', 'E_RATE_LIMIT_EXCEEDED'];

/** Never the message of an error: it may name the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = Object.assign({ code: undefined }, error);
  return typeof code === 'string' && /^E_[A-Z_]{1,60}$/.test(code) ? code : error.name;
}

/**
 * One mail to one address. The log has neither that nor its text.
 * @param kind for the log
 */
export async function sendMail(env: Bindings, kind: string, to: string, letter: Letter): Promise<Sent> {
  const { MAIL_FROM: from } = settingsOf(env);
  if (!env.EMAIL || !from) return { sent: false, code: 'mail_off', isQuota: false };
  try {
    await env.EMAIL.send({ from: from.name ? from : from.email, to, ...letter });
    log('info', 'mail_sent', { kind });
    return { sent: true };
  } catch (error) {
    const code = codeOf(error);
    log('warn', 'mail_refused', { kind, code });
    return { sent: false, code, isQuota: QUOTA.includes(code) };
  }
}
