// The versions of a deployment's Worker that Cloudflare keeps: the last hundred. Code, settings and secrets are a version's.
import { fail } from '../lib.mjs';
import { accountId, askCloudflare } from './api.mjs';

const isSecretChange = ({ annotations }) => annotations?.['workers/triggered_by'] === 'secret';

/** Of the Worker of an environment. */
export function workerOf(target) {
  const account = accountId(target);
  const path = `/workers/scripts/${target.config.name}`;
  const ask = (what, init) => askCloudflare(account, `${path}${what}`, init);
  const orFail = ({ message }) => fail(message);

  return {
    /**
     * @returns newest first: `id`, `number`, `made`, `tag` of the code, `serves`, and `secretSince`: whether a secret has
     * changed since, as far as versions tell. Cloudflare knows better, but says so only as it refuses.
     */
    async versions() {
      const { items } = await ask('/versions?deployable=true').catch(orFail);
      const serving = await this.serving();
      const sorted = items.toSorted((a, b) => b.number - a.number);
      return sorted.map((version, at) => ({
        id: version.id,
        made: new Date(version.metadata.created_on),
        // A change of a secret has made a version with the code of the one before.
        tag: sorted.slice(at).find((it) => !isSecretChange(it))?.annotations?.['workers/tag'],
        serves: serving.includes(version.id),
        secretSince: sorted.slice(0, at).some(isSecretChange),
      }));
    },

    /** @returns ids: one, or those of a deployment that is split */
    async serving() {
      const { deployments } = await ask('/deployments').catch(orFail);
      const [last] = deployments.toSorted((a, b) => b.created_on.localeCompare(a.created_on));
      return last.versions.map(({ version_id }) => version_id);
    },

    /** @throws ApiError where Cloudflare refuses: with the code 10220 if a secret has changed since */
    serve: (id) =>
      ask('/deployments', {
        method: 'POST',
        body: {
          strategy: 'percentage',
          versions: [{ version_id: id, percentage: 100 }],
          annotations: { 'workers/message': 'npm run rollback' },
        },
      }),
  };
}
