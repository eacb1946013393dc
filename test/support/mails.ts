import type { Bindings } from '../../src/env';
import { testEnv } from './client';

type Mail = Parameters<NonNullable<Bindings['EMAIL']>['send']>[0];

/** What the service has mailed, the newest last. */
export const mailsSent: Mail[] = [];
export const mailsTo = (address: string): Mail[] => mailsSent.filter(({ to }) => to === address);

/** What the platform refuses the next mails with, one code each, as Email Service does. */
export const refusals: string[] = [];

/** The local binding takes each mail, and so checks it; it is noted here, as that keeps it where a Worker cannot look. */
const EMAIL: Bindings['EMAIL'] = {
  send: async (mail) => {
    const code = refusals.shift();
    if (code) throw Object.assign(new Error('Refused: someone@example.com'), { code });
    if (!testEnv.EMAIL) throw new TypeError('There is no local binding');
    const result = await testEnv.EMAIL.send(mail);
    mailsSent.push(mail);
    return result;
  },
};

/** Of a deployment that mails. */
export const withMail: Bindings = {
  ...testEnv,
  EMAIL,
  MAIL_FROM: 'Harbour Clinic <no-reply@clinic.example>',
  BASE_URL: 'https://portal.clinic.example',
};

/** Before each test: test/setup.ts. */
export function forgetMails(): void {
  mailsSent.length = 0;
  refusals.length = 0;
}
