import * as z from 'zod';
import type { Settings } from '../env';
import { LANGUAGES } from '../rules/languages';
import { signToken, verifyToken } from './signed-token';

/** Mails are kept for long. */
const LINK = { audience: 'hospital-messages', type: 'unsubscribe+jwt', lifetime: 400 * 24 * 60 * 60 };

/** Whose consent whoever has a mail may take back, and in which language the page of it is. Nothing else is done by it. */
const Unsubscribing = z.object({ patient_id: z.uuid(), language: z.enum(LANGUAGES) });
export type Unsubscribing = z.output<typeof Unsubscribing>;

/** Null for any other token. */
export async function verifyUnsubscribe(settings: Settings, token: string): Promise<Unsubscribing | null> {
  const payload = await verifyToken(settings, LINK, token);
  return payload && (Unsubscribing.safeParse({ patient_id: payload.sub, language: payload.lang }).data ?? null);
}

/** For `List-Unsubscribe`, and the link in the mail. @param baseUrl without a slash at its end */
export async function unsubscribeUrl(
  settings: Settings,
  baseUrl: string,
  { patient_id, language }: Unsubscribing,
  now: number,
): Promise<string> {
  const token = await signToken(settings, LINK, { sub: patient_id, lang: language }, now);
  return `${baseUrl}/unsubscribe/${token}`;
}
