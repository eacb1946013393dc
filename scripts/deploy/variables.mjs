// Checks what a deployment sets by the Worker's own schema: a variable that it refuses would stop the service.
import '../typescript.mjs';
import { STOPPED } from './secrets.mjs';

const { faultsOf } = await import('../../src/env.ts');
const { Secrets, Variables } = await import('../../src/variables.ts');

const isSecret = (name) => name in Secrets.shape;

/** @returns what the Worker would refuse of `[vars]` and of the required secrets, or could not do, a text each */
export function settingsFaults({ vars = {}, secrets, send_email = [] }) {
  const { error } = Variables.safeParse(vars);
  const names = Object.keys(vars);
  return [
    ...(error ? faultsOf(error) : []),
    ...names.filter(isSecret).map((name) => `${name} is a secret: set it by \`npm run secret\``),
    ...unused(names).map((name) => `${name} is not a variable of the service`),
    ...unknownSecrets(secrets?.required ?? []).map((name) => `${name} is not a secret of the service`),
    // The service would take it for a deployment without mail.
    ...(vars.MAIL_FROM && !send_email.some(({ name }) => name === 'EMAIL')
      ? ['MAIL_FROM needs the binding EMAIL under [[send_email]]']
      : []),
  ];
}

/** What a laptop may have and a deployment must not: how its settings show it, and what to do. */
const UNSAFE = {
  SIGNUP_ROLE: {
    isSo: ({ SIGNUP, SIGNUP_ROLE }) => SIGNUP === 'open' && SIGNUP_ROLE !== 'none',
    advice: 'a stranger who signs up has this role at once. Set "none", or SIGNUP to "invited"',
  },
  CORS_ORIGINS: {
    isSo: ({ CORS_ORIGINS }) => CORS_ORIGINS.includes('*'),
    advice:
      'any web site may call the service from a browser. List those of your portals, as "https://portal.clinic.example"',
  },
  ENVIRONMENT: {
    isSo: ({ ENVIRONMENT }) => ENVIRONMENT === 'development',
    advice: 'answers tell everybody what they cost. Set "production"',
  },
};

/** @returns the variables that are unsafe, each with its value and what to do. @throws ZodError where `settingsFaults` has some */
export function unsafeSettings({ vars = {} }) {
  const settings = Variables.parse(vars);
  return Object.entries(UNSAFE).flatMap(([name, { isSo, advice }]) =>
    isSo(settings) ? [{ name, value: vars[name], advice }] : [],
  );
}

const unused = (names) => names.filter((name) => !(name in Variables.shape) && !isSecret(name));

/** Of names of secrets those that the Worker does not read. */
export const unknownSecrets = (names) => names.filter((name) => !isSecret(name) && name !== STOPPED);
