// Whether the service has of a record what was written last.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** What is read by GET: the record in full. */
async function checkJson({ call }, { path, state }) {
  const { status, body } = await call('GET', `${path}?view=full`);
  assert.equal(status, state === null ? 404 : 200);
  if (state === null) return;
  const { user: { password: _, ...user } = {}, ...fields } = state;
  assert.partialDeepStrictEqual(body, state.user ? { ...fields, user } : fields);
}

const CHECKS = {
  department: checkJson,
  patient: checkJson,
  doctor: checkJson,
  invoice: checkJson,
  catalog_item: checkJson,
  payment: checkJson,
  // Has no read.
  appointment: async ({ query }, { id, state }) => {
    const [row] = await query('SELECT * FROM appointment WHERE id = ?', id);
    const stored = { ...row, is_follow_up: row?.is_follow_up === 1, tags: JSON.parse(row?.tags ?? 'null') };
    assert.partialDeepStrictEqual(stored, state);
  },
  note: async ({ query }, { id, state }) => {
    const [row] = await query('SELECT text, signed_at, addenda FROM note WHERE id = ?', id);
    const addenda = JSON.parse(row?.addenda ?? 'null')?.map(({ text }) => text);
    assert.deepEqual({ text: row?.text, status: row?.signed_at === null ? 'draft' : 'signed', addenda }, state);
  },
  file: async ({ call }, { path, state }) => {
    const { status, bytes } = await call('GET', path);
    assert.equal(status, state === null ? 404 : 200);
    if (state !== null) assert.equal(sha256(bytes), state, 'its bytes');
  },
  user: async ({ query }, { id, state }) => {
    const [row] = await query('SELECT type, disabled_at FROM user WHERE id = ?', id);
    assert.deepEqual({ type: row?.type, disabled: row?.disabled_at !== null }, state);
  },
  session: async ({ query }, { state, before }) => {
    const [row] = await query(
      'SELECT used_at, revoked_at FROM refresh_token JOIN login_session ON id = session_id WHERE token_hash = ?',
      sha256(state ?? before),
    );
    // Either its newest token works, or it has ended: by a logout, or because that token was traded for one not received.
    const alive = row?.used_at === null && row.revoked_at === null;
    assert.equal(alive, state !== null);
  },
};

/** @param by `call` of an account that may read, `query` of the service @throws AssertionError */
export const check = (by, record) => CHECKS[record.table](by, record);
