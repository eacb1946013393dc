// Checks what a deployment sets by the Worker's own schema: a variable that it refuses would stop the service.
import '../typescript.mjs';

const { faultsOf, Secrets, Variables } = await import('../../src/env.ts');

const isSecret = (name) => name in Secrets.shape;

/** @returns what the Worker would refuse of `[vars]` and of the required secrets, a text each */
export function settingsFaults({ vars = {}, secrets }) {
  const { error } = Variables.safeParse(vars);
  const names = Object.keys(vars);
  return [
    ...(error ? faultsOf(error) : []),
    ...names.filter(isSecret).map((name) => `${name} is a secret: set it by \`npx wrangler secret put ${name}\``),
    ...unused(names).map((name) => `${name} is not a variable of the service`),
    ...unknownSecrets(secrets?.required ?? []).map((name) => `${name} is not a secret of the service`),
  ];
}

const unused = (names) => names.filter((name) => !(name in Variables.shape) && !isSecret(name));

/** Of names of secrets those that the Worker does not read. */
export const unknownSecrets = (names) => names.filter((name) => !isSecret(name));
