import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { countUp } from '../../src/access-log/queries';
import { storeAccesses } from '../../src/access-log/store';
import { accessRecord } from '../support/access';
import { make } from '../support/factories';
import { rows } from '../support/rows';
import { keptAccesses } from '../support/stored-accesses';
import { newDatabase } from '../support/trail';
import { actorOf } from '../support/users';

const store = () => ({ database: newDatabase(), bucket: env.FILES, timeZone: 'UTC' });

describe('Looks', () => {
  it('are kept once, in an object and in the day of their patient and account', async () => {
    const { id } = await make.patient();
    const at = Date.parse('2026-11-23T12:00:00Z');
    const looks = Array.from({ length: 20 }, (_, n) =>
      accessRecord({ at: at + n, patient_id: id, actor: actorOf('staff').id }),
    );
    const one = store();
    expect(await storeAccesses(one, looks.slice(0, 10))).toBe(1);
    expect(one.database.cost).toMatchObject({ trips: 2, rows_written: 3 });
    expect(await storeAccesses(store(), looks)).toBe(1);
    expect(await storeAccesses(store(), looks)).toBe(0);
    expect(await rows('SELECT * FROM access_day')).toEqual([]);
    const counting = newDatabase();
    await counting.run(countUp());
    await counting.run(countUp());
    // A row and its index, and one for each object.
    expect(counting.cost.rows_written).toBe(4);
    expect(await rows('SELECT * FROM access_day')).toMatchObject([
      { day: 20780, looks: 20, first_at: at, last_at: at + 19, kinds: 8 },
    ]);
    const { objects } = await env.FILES.list({ prefix: 'audit/access/' });
    expect(objects.map(({ key }) => key)).toEqual([
      expect.stringMatching(/^audit\/access\/2026-11-23\/000000000001-[0-9a-f]{16}\.ndjson\.gz$/),
      expect.stringMatching(/^audit\/access\/2026-11-23\/000000000002-[0-9a-f]{16}\.ndjson\.gz$/),
    ]);
    const kept = await keptAccesses();
    expect(kept.map((look) => look.id)).toEqual(looks.map((look) => look.id));
    expect(kept[0]).toMatchObject({ patient_id: id, actor: actorOf('staff').id });
  });
});
