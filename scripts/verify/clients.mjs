import { select } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

const PARTED = `SELECT c.id FROM client AS c JOIN user AS u ON u.id = c.id WHERE c.seq > ? AND c.seq <= ?
  AND (u.type <> 'client' OR u.full_name <> c.name OR (u.deleted_at IS NULL) <> (c.deleted_at IS NULL))`;
const ALONE = `SELECT id FROM user WHERE seq > ? AND seq <= ? AND type = 'client' AND id NOT IN (SELECT id FROM client)`;
const WITHOUT_PROOF = `SELECT id FROM client WHERE seq > ? AND seq <= ? AND deleted_at IS NULL
  AND (secret_hash IS NULL) = (jwks IS NULL)`;

/** A program and its account are one: of one name, there together and gone together. It has a secret or keys. */
export async function clients({ DB }, wrong) {
  for await (const range of ranges(DB, 'client')) {
    for (const { id } of await select(DB, PARTED, ...range))
      wrong(`client ${id}: its account has another role or name, or only one of the two is deleted`);
    for (const { id } of await select(DB, WITHOUT_PROOF, ...range))
      wrong(`client ${id}: it should have either a secret or keys`);
  }
  for await (const range of ranges(DB, 'user')) {
    for (const { id } of await select(DB, ALONE, ...range)) wrong(`user ${id}: it is a program's, and there is none`);
  }
  const [{ n }] = await select(DB, 'SELECT count(*) AS n FROM client WHERE deleted_at IS NULL');
  return `${n} programs`;
}
