import assert from 'node:assert/strict';
import { test } from 'node:test';
import { input } from '../support/input.ts';
import { logIn } from './lib/accounts.mjs';
import { emptyData, startService } from './lib/service.mjs';

test('A service that is killed starts again with what it has acknowledged', async () => {
  const data = await emptyData();
  const killed = await startService({ data });
  const { call } = await logIn(killed, 'staff');
  const { status, body } = await call('POST', '/department/', { json: input.department() });
  assert.equal(status, 201);
  await killed.crash();

  const service = await startService({ data });
  assert.deepEqual(await service.query('SELECT id FROM department'), [{ id: body.id }]);
  await service.stop();
});
