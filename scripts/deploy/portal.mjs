// Whether a deployment would take away a portal that people use: only a flag given just now does that.
import { fileWith } from '../environment.mjs';
import { fail } from '../lib.mjs';
import { ApiError, accountId, askCloudflare } from './api.mjs';

const NEVER_DEPLOYED = 10007;

/** @returns PORTAL of the deployed Worker; undefined where a version without that variable is; 'none' where there is no Worker */
async function deployedPortal(target) {
  try {
    const path = `/workers/scripts/${target.config.name}/settings`;
    const { bindings } = await askCloudflare(accountId(target), path);
    return bindings.find(({ name }) => name === 'PORTAL')?.text;
  } catch (error) {
    if (error instanceof ApiError && error.codes.includes(NEVER_DEPLOYED)) return 'none';
    return fail(`Not deployed: ${error.message}`);
  }
}

/** Where PORTAL is "none". @returns why it is not deployed so; undefined if it may be */
export async function keptPortal(target) {
  const deployed = await deployedPortal(target);
  if (deployed === 'none') return undefined;
  return (
    `The deployed service ${deployed ? 'has' : 'may have'} the portal, and PORTAL is "none" in ${fileWith(target.name, 'PORTAL')}. ` +
    'Write "serve" there to keep it; --no-portal takes it away.'
  );
}
