import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { namedUuid } from '../../src/rules/uuid';
import { DEPLOYMENT, nameDeployment, SYSTEMS } from '../support/deployment';
import { rows } from '../support/rows';
import { emptyStorage } from '../support/storage';
import { insertRoleUsers } from '../support/users';

const deployments = () => rows<{ one: number; id: string }>('SELECT * FROM deployment');

it('a deployment keeps its one id', async () => {
  const before = await deployments();
  expect(before).toEqual([{ one: 1, id: DEPLOYMENT }]);
  const refusal = 'deployment is append-only';
  await expect(rows("UPDATE deployment SET id = 'x'")).rejects.toThrow(refusal);
  await expect(rows("INSERT INTO deployment VALUES (1, 'x')")).rejects.toThrow(refusal);
  await expect(rows("INSERT OR REPLACE INTO deployment VALUES (1, 'x')")).rejects.toThrow(refusal);
  await expect(rows("INSERT INTO deployment VALUES (2, 'x')")).rejects.toThrow('CHECK');
  await expect(rows("INSERT INTO deployment (id) VALUES ('x')")).rejects.toThrow('CHECK');
  expect(await deployments()).toEqual(before);
});

it('each database is made with an id of its own', async () => {
  const ids = new Set<string>();
  for (let n = 0; n < 3; n++) {
    await emptyStorage();
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    for (const { id } of await deployments()) ids.add(id);
  }
  await nameDeployment();
  await insertRoleUsers();
  expect(ids.size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('systems are names in the id, as other libraries make them', async () => {
  for (const [name, system] of Object.entries(SYSTEMS))
    expect(`urn:uuid:${await namedUuid(DEPLOYMENT, name)}`, name).toBe(system);
  // RFC 9562, A.4.
  expect(await namedUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});
