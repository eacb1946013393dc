// The versions of one Worker as Cloudflare keeps them: code, settings, bindings and secrets are a version's, whatever is
// changed makes another one, and a deployment says which of them serves. By what wrangler sends and expects, and Cloudflare's
// documentation of versions, rollbacks and secrets.
import { randomUUID } from 'node:crypto';

/** What Cloudflare answers instead of a result. */
export class Refusal {
  constructor(code, message) {
    Object.assign(this, { code, message });
  }
}

const NOT_DEPLOYED = new Refusal(10215, 'Secret edit failed: the latest version of this Worker is not deployed.');
const changedSince = (names) =>
  new Refusal(
    10220,
    'A secret has changed since this version was active. If you are sure this is ok, add a ?force=true query parameter ' +
      `to allow the rollback. The following secrets have changed: ${names.join(', ')}`,
  );

const isSecret = ({ type }) => type === 'secret_text';
const byName = (bindings) => new Map(bindings.map((it) => [it.name, it]));

export class WorkerVersions {
  /** Newest first, as Cloudflare lists both. */
  versions = [];
  deployments = [];

  get latest() {
    return this.versions[0];
  }

  /** That which most requests get. */
  get serving() {
    const [{ version_id }] = this.deployments[0].versions.toSorted((a, b) => b.percentage - a.percentage);
    return this.version(version_id);
  }

  get settings() {
    return this.serving.settings;
  }

  get bindings() {
    return this.serving.bindings;
  }

  get secrets() {
    return this.serving.secrets;
  }

  get files() {
    return this.serving.files;
  }

  version(id) {
    return this.versions.find((it) => it.id === id);
  }

  /** A version of what was uploaded. What it inherits, secrets above all, is that of the latest one, deployed or not. */
  async upload(request, files) {
    const form = await request.formData();
    const { bindings, annotations, assets: _, ...settings } = JSON.parse(form.get('metadata'));
    const before = this.latest ?? { bindings: [], secrets: [] };
    const kept = byName([...before.bindings, ...before.secrets]);
    const all = bindings.map((it) => (it.type === 'inherit' ? kept.get(it.name) : it));
    return this.#add({
      settings,
      bindings: all.filter((it) => !isSecret(it)),
      secrets: [...byName([...before.secrets, ...all.filter(isSecret)]).values()],
      files,
      annotations,
    });
  }

  /** @param texts by the secrets' names; null removes one @returns a Refusal, or what the commands read of the answer */
  changeSecrets(texts) {
    const [{ versions }] = this.deployments;
    if (!versions.some((it) => it.version_id === this.latest.id && it.percentage === 100)) return NOT_DEPLOYED;
    const { id } = this.addSecrets(texts, { 'workers/triggered_by': 'secret' });
    this.#deploy([{ version_id: id, percentage: 100 }], {});
    return {};
  }

  /** A version that is the latest one with other secrets. */
  addSecrets(texts, annotations) {
    const secrets = byName(this.latest.secrets);
    for (const [name, text] of Object.entries(texts)) {
      if (text === null) secrets.delete(name);
      else secrets.set(name, { name, text, type: 'secret_text' });
    }
    return this.#add({ ...this.latest, secrets: [...secrets.values()], annotations });
  }

  /** @returns a deployment, or a Refusal: to go back past a change of a secret makes its old value valid again */
  deploy({ versions, annotations }, force) {
    if (!versions.every(({ version_id }) => this.version(version_id))) return new Refusal(10209, 'No such version.');
    const changed = versions.flatMap(({ version_id }) => this.#changedSince(this.version(version_id)));
    if (changed.length > 0 && !force) return changedSince([...new Set(changed)]);
    return this.#deploy(versions, annotations);
  }

  shown({ id, number, created_on, annotations, bindings, secrets }) {
    return {
      id,
      number,
      metadata: { created_on, author_email: 'ops@clinic.example', source: 'wrangler' },
      annotations,
      resources: {
        script: { etag: id },
        bindings: [...bindings, ...secrets.map(({ name, type }) => ({ name, type }))],
      },
      startup_time_ms: 1,
    };
  }

  #changedSince(target) {
    if (!this.deployments[0] || target.number >= this.serving.number) return [];
    const [then, now] = [byName(target.secrets), byName(this.serving.secrets)];
    return [...new Set([...then.keys(), ...now.keys()])].filter((name) => then.get(name)?.text !== now.get(name)?.text);
  }

  #add(version) {
    const number = this.versions.length + 1;
    this.versions.unshift({ ...version, id: randomUUID(), number, created_on: new Date().toISOString() });
    return this.latest;
  }

  #deploy(versions, annotations) {
    const made = { id: randomUUID(), source: 'wrangler', strategy: 'percentage', author_email: 'ops@clinic.example' };
    this.deployments.unshift({ ...made, created_on: new Date().toISOString(), versions, annotations });
    return this.deployments[0];
  }
}
