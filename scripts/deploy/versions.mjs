// The versions of a deployment's Worker that Cloudflare keeps: the last hundred. Code, settings and secrets are a version's.
// A Worker is `account`, the id, and `config` of its environment.
import { askCloudflare, lookUp } from './api.mjs';

const pathOf = ({ config }) => `/workers/scripts/${config.name}`;
const isSecretChange = ({ annotations }) => annotations?.['workers/triggered_by'] === 'secret';

/** @returns ids: one, those of a deployment that is split, that with the larger share first, or none where there is no Worker */
export async function servingIds(worker) {
  const answer = await lookUp(worker.account, `${pathOf(worker)}/deployments`);
  const [last] = (answer?.deployments ?? []).toSorted((a, b) => b.created_on.localeCompare(a.created_on));
  const shares = (last?.versions ?? []).toSorted((a, b) => b.percentage - a.percentage);
  return shares.map(({ version_id }) => version_id);
}

/**
 * @returns newest first: `id`, `made`, `tag` of the code, `serves`, and `secretSince`: whether a secret has changed since, as far as
 *   versions tell. Cloudflare knows better, but says so only as it refuses. @throws ApiError, where there is no Worker, too
 */
export async function versionsOf(worker, serving) {
  const { items } = await askCloudflare(worker.account, `${pathOf(worker)}/versions?deployable=true`);
  const ids = serving ?? (await servingIds(worker));
  const sorted = items.toSorted((a, b) => b.number - a.number);
  return sorted.map((version, at) => ({
    id: version.id,
    made: new Date(version.metadata.created_on),
    // A change of a secret has made a version with the code of the one before.
    tag: sorted.slice(at).find((it) => !isSecretChange(it))?.annotations?.['workers/tag'],
    serves: ids.includes(version.id),
    secretSince: sorted.slice(0, at).some(isSecretChange),
  }));
}

/** @throws ApiError where Cloudflare refuses: with the code 10220 if a secret has changed since */
export const serve = (worker, id) =>
  askCloudflare(worker.account, `${pathOf(worker)}/deployments`, {
    method: 'POST',
    body: {
      strategy: 'percentage',
      versions: [{ version_id: id, percentage: 100 }],
      annotations: { 'workers/message': 'npm run rollback' },
    },
  });
