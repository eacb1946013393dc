import type { Language } from '../../rules/languages';
import { type Letter, letter } from '../letter';
import { momentLines } from '../moments';
import { TEXTS } from '../texts';
import type { Words } from '../texts/words';

export interface Receiver {
  language: Language;
  clinic: string | undefined;
  /** without a slash at its end */
  baseUrl: string;
}

export type AccountMail =
  | {
      kind: 'invitation' | 'reset' | 'forgot';
      /** of the page that takes the one-time token */
      url: string;
      expires_at: number;
      /** of the clocks that the letter names, UTC without it */
      zone?: string;
    }
  | { kind: 'email_changed'; to: 'former' | 'new' }
  | { kind: 'new_device'; at: number; zone: string }
  | { kind: 'totp_off'; by: 'owner' | 'admin' };

function saidOf(mail: AccountMail, { accounts }: Words) {
  switch (mail.kind) {
    case 'email_changed':
      return accounts.emailChanged[mail.to];
    case 'new_device':
      return accounts.newDevice;
    case 'totp_off':
      return accounts.factorOff[mail.by];
    default:
      return accounts[mail.kind];
  }
}

function factsOf(mail: AccountMail, { accounts }: Words, language: Language) {
  if ('expires_at' in mail) {
    return [[accounts.validUntil, momentLines(mail.expires_at, mail.zone ?? 'UTC', language)]] as const;
  }
  if ('at' in mail) return [[accounts.signedInAt, momentLines(mail.at, mail.zone, language)]] as const;
  return [];
}

/** Nobody but the account's owner knows what can be done there: those who have only lost their address are not led to it. */
function buttonOf(mail: AccountMail, { accounts }: Words, baseUrl: string) {
  if ('url' in mail) return { label: accounts.choosePassword, url: mail.url };
  return mail.kind === 'email_changed'
    ? undefined
    : { label: accounts.openAccount, url: `${baseUrl}/portal/#/account` };
}

/** What has happened to an account, and what its owner does who has not done it. */
export function accountLetter(mail: AccountMail, { language, clinic, baseUrl }: Receiver): Letter {
  const words = TEXTS[language];
  const { subject, heading, says, notYou } = saidOf(mail, words);
  return letter({
    ...{ language, clinic, subject, heading, paragraphs: says, closing: notYou },
    facts: factsOf(mail, words, language),
    button: buttonOf(mail, words, baseUrl),
  });
}
