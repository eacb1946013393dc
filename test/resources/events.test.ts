import { describe, expect, it } from 'vitest';
import { eventId, START } from '../../src/events/id';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, faults, nextPage, ok, type Result, refusal } from '../support/client';
import { make } from '../support/factories';
import { makePng } from '../support/files';
import { input } from '../support/input';
import { merge, pairOf, unmerge } from '../support/merges';
import { newVisit } from '../support/notes';
import { rows } from '../support/rows';
import { tamper } from '../support/trail';
import { actorOf, insertUser, programOf } from '../support/users';

const admin = { as: 'admin' } as const;
const ADMIN = actorOf('admin');

const read = (path: string, options: CallOptions = admin) => call('GET', path, options);

/** As a reader does that wants all: until an empty page leads to itself. */
async function all(from: string, options: CallOptions = admin): Promise<{ events: Body[]; at: string; calls: number }> {
  const events: Body[] = [];
  for (let at = from, calls = 1; ; calls++) {
    const page: Result = await read(at, options);
    if (page.status !== 200) expect.fail(`${at}: ${page.status} ${JSON.stringify(page.body)}`);
    const next = nextPage(page);
    if (next === undefined) expect.fail(`${at} leads nowhere`);
    events.push(...page.body);
    if (page.body.length === 0 && next === at) return { events, at, calls };
    at = next;
  }
}

/** Where the trail ends. */
async function end(): Promise<string> {
  const [last] = await rows<{ seq: number; at: number; request_id: string | null }>(
    'SELECT seq, at, request_id FROM audit ORDER BY seq DESC LIMIT 1',
  );
  return last ? eventId(last) : START;
}

/** What has happened while it was done. */
async function during(work: () => Promise<unknown>, query = ''): Promise<Body[]> {
  const after = await end();
  await work();
  return (await all(`/events/?after=${after}${query}`)).events;
}
const types = (events: Body[]) => events.map(({ type }) => type);

it('An empty trail, and one without events, answer where to begin', async () => {
  const page = await read('/events/');
  expect([page.status, page.body, nextPage(page)]).toEqual([200, [], `/events/?after=${START}`]);
  expect((await all('/events/')).calls).toBe(2);
  const gone = await read(`/events/?after=evt_1_${'f'.repeat(16)}`);
  expect([gone.status, gone.body]).toEqual([
    410,
    { detail: 'The audit trail has no such row any more', code: 'trail_gone' },
  ]);
});

describe('GET /events', () => {
  it('answers each change once, oldest first, with names of fields and no value', async () => {
    const before = Date.now();
    let patient: Body;
    const events = await during(async () => {
      patient = await make.patient();
      await ok('PATCH', `/patient/${patient.id}`, { json: { last_name: 'Ek-Berg', gender: 'other' } });
      await ok('DELETE', `/patient/${patient.id}`, admin);
    });
    const { id } = patient;
    const of = (version: number, type: string, changed: string[]) => ({
      ...{ type, version, changed, entity: 'patient', entity_id: id, patient_id: id },
      id: expect.stringMatching(/^evt_\d+_[0-9a-f]{16}$/),
      at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
    expect(events).toEqual([
      of(1, 'patient.created', []),
      of(2, 'patient.updated', ['gender', 'last_name']),
      of(3, 'patient.deleted', ['deleted_at']),
    ]);
    const seqs = events.map((event) => Number(event.id.split('_')[1]));
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(Date.parse(events[0].at)).toBeGreaterThanOrEqual(before);
  });

  it('leads on by the link of every page, whatever their size, and from the last one once there is more', async () => {
    const after = await end();
    for (let n = 0; n < 5; n++) await make.department();
    const whole = await all(`/events/?after=${after}`);
    expect(whole.events).toHaveLength(5);
    for (const limit of [1, 2, 5, 1000]) {
      const { events, at } = await all(`/events/?after=${after}&limit=${limit}`);
      expect(events, String(limit)).toEqual(whole.events);
      expect(new URL(`http://x${at}`).searchParams.get('after')).toBe(await end());
    }
    const { id } = await make.department();
    expect((await all(whole.at)).events).toMatchObject([{ type: 'department.created', entity_id: id }]);
  });

  it('goes on behind an event, or behind a row that is none', async () => {
    const after = await end();
    const [{ id }] = [await make.department(), await make.department()];
    const [first, second] = (await all(`/events/?after=${after}`)).events;
    expect(first.entity_id).toBe(id);
    expect((await all(`/events/?after=${first.id}`)).events).toEqual([second]);
    await rows(
      "INSERT INTO audit (at, action, entity, entity_id, version, changed) VALUES (?, 'login', 'user', 'x', 1, '[]')",
      Date.now(),
    );
    const { events, at } = await all(`/events/?after=${first.id}`);
    expect(events).toEqual([second]);
    expect(at).toBe(`/events/?after=${await end()}`);
    expect(at).not.toContain(second.id);
  });

  it('keeps to types, also to all of a record', async () => {
    const work = async () => {
      const { id } = await make.department();
      await ok('PATCH', `/department/${id}`, { json: { name: 'Ward' } });
      await make.patient();
    };
    expect(types(await during(work, '&types=department.updated'))).toEqual(['department.updated']);
    expect(types(await during(work, '&types=department.*'))).toEqual(['department.created', 'department.updated']);
    expect(types(await during(work, '&types=department.updated&types=patient.*'))).toEqual([
      'department.updated',
      'patient.created',
    ]);
    expect(types(await during(work, '&types=doctor.*'))).toEqual([]);
  });

  it('refuses what is no cursor, no type and no limit, by name', async () => {
    const of = async (query: string) => {
      const answer = await read(`/events/?${query}`);
      return [answer.status, ...faults(answer)];
    };
    for (const after of ['x', '7', 'evt_7', 'evt_-1_0123456789abcdef', 'evt_1_0123456789ABCDEF', `${START} `])
      expect(await of(`after=${encodeURIComponent(after)}`), after).toEqual([422, ['after', 'value_error']]);
    for (const type of ['patient', 'patient.eaten', '*', 'login.created', 'user.login'])
      expect(await of(`types=patient.*&types=${type}`), type).toEqual([422, ['types.1', 'enum']]);
    expect(await of('limit=0')).toEqual([422, ['limit', 'greater_than_equal']]);
    expect(await of('limit=1001')).toEqual([422, ['limit', 'less_than_equal']]);
  });

  it('is no look at anybody', async () => {
    await make.patient();
    const page = await read('/events/?limit=5');
    expect(page.body.length).toBeGreaterThan(0);
    expect(accessOf(page)).toEqual([]);
  });

  it('is for who may read it now', async () => {
    for (const as of ['staff', 'doctor', 'billing', 'none'] as const)
      expect((await read('/events/', { as })).body).toEqual(refusal('forbidden'));
    const one = await insertUser('admin');
    expect((await read('/events/', { as: one })).status).toBe(200);
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', one.id);
    expect((await read('/events/', { as: one })).status).toBe(401);
  });
});

describe('Events', () => {
  it('name the patient of each record, and nobody where it is nobody’s', async () => {
    let of: Body;
    const events = await during(async () => {
      of = await pairOf();
      await make.doctor();
    });
    const theirs = events.filter(({ entity, entity_id }) => entity !== 'patient' || entity_id === of.from);
    const named = theirs.filter(({ entity }) =>
      ['patient', 'appointment', 'invoice', 'payment', 'file'].includes(entity),
    );
    expect(new Set(types(named))).toEqual(
      new Set(['patient.created', 'appointment.created', 'invoice.created', 'file.created', 'file.deleted']),
    );
    for (const event of named) expect(event.patient_id, event.type).toBe(of.from);
    for (const event of events.filter(({ entity }) => ['doctor', 'department', 'user'].includes(entity)))
      expect(event).not.toHaveProperty('patient_id');
  });

  it('of money name the patient of the bill', async () => {
    const bill = await make.invoice({ status: 'ISSUED', paid_amount: 0 });
    const events = await during(async () => {
      await ok('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
      await ok('POST', `/invoice/${bill.id}/credit-note`, { json: input.creditNote({ amount: 1 }) });
    });
    expect(types(events).sort()).toEqual([
      'credit_note.created',
      'invoice.updated',
      'invoice.updated',
      'payment.created',
    ]);
    for (const { patient_id } of events) expect(patient_id).toBe(bill.patient_id);
  });

  it('that are read again after a merge name who has stayed, and are otherwise the same; until it is undone', async () => {
    const after = await end();
    const { id, from } = await pairOf();
    const read = async () => (await all(`/events/?after=${after}`)).events;
    const before = await read();
    const moved = await during(() => merge(id, from));
    expect(types(moved.filter(({ entity }) => entity === 'patient'))).toEqual(['patient.merged', 'patient.merged']);
    expect(moved.find(({ entity_id }) => entity_id === from).changed).toEqual(['deleted_at', 'merged_into']);
    expect(types(moved)).toEqual(expect.arrayContaining(['appointment.updated', 'invoice.updated', 'file.updated']));
    expect(new Set(moved.map(({ patient_id }) => patient_id))).toEqual(new Set([id]));
    const merged = (await read()).slice(0, before.length);
    const survivor = (events: Body[]) =>
      events.map((one) => (one.patient_id === from ? { ...one, patient_id: id } : one));
    expect(before.some(({ patient_id }) => patient_id === from)).toBe(true);
    expect(merged).toEqual(survivor(before));
    const undone = await during(() => unmerge(id, from));
    expect(types(undone)).toEqual(expect.arrayContaining(['patient.unmerged', 'appointment.updated', 'file.updated']));
    expect((await read()).slice(0, before.length)).toEqual(before);
  });

  it('of a note begin with its signature: a draft is its author’s alone', async () => {
    const visit = await newVisit();
    const drafted = await during(async () => {
      await visit.put();
      await visit.put({ text: 'Another text' });
    });
    expect(drafted).toEqual([]);
    const { id } = (await visit.get()).body;
    const signed = await during(async () => {
      expect((await visit.sign()).status).toBe(200);
      expect((await visit.add('Later')).status).toBeLessThan(300);
    });
    expect(signed).toMatchObject([
      { type: 'note.signed', entity_id: id, patient_id: visit.patient_id },
      { type: 'note.updated', entity_id: id, changed: ['addenda'] },
    ]);
  });

  it('are none of logins, sessions, invitations and refusals', async () => {
    const events = await during(async () => {
      await ok('POST', '/auth/users', {
        as: 'admin',
        json: { email: `${crypto.randomUUID()}@test.example`, type: 'staff', full_name: 'Nina' },
      });
      await call('DELETE', `/patient/${crypto.randomUUID()}`, { as: 'none' });
      const account = { email: `${crypto.randomUUID()}@test.example`, password: 'correct horse' };
      await ok('POST', '/auth/signup', { as: null, json: { ...account, full_name: 'Nina' } });
      const tokens = await ok('POST', '/auth/login', { as: null, json: account });
      await ok('POST', '/auth/logout', { as: null, json: tokens });
    });
    expect(types(events)).toEqual(['user.created', 'user.created']);
    const words = (await rows<{ action: string }>('SELECT action FROM audit')).map(({ action }) => action);
    expect(words).toEqual(expect.arrayContaining(['login', 'logout']));
  });

  it('of a record that is deleted still say that it was', async () => {
    const { id, patient_id } = await make.appointment();
    const scan = await makePng(id);
    const [event] = await during(() => ok('DELETE', `/static/delete_file/${scan.id}`));
    expect(event).toMatchObject({ type: 'file.deleted', entity_id: scan.id, patient_id });
  });
});

describe('A program', () => {
  const of = (scope: string) => ({ as: programOf(scope) });
  const told = async (scope: string, from: string) => {
    const { events } = await all(`/events/?after=${from}`, of(scope));
    return [...new Set(types(events))].sort();
  };

  it('is told of what its scope has by rs, and of accounts, programs and webhooks never', async () => {
    const from = await end();
    await make.appointment();
    await ok('POST', '/auth/clients', { as: 'admin', json: input.client() });
    expect(await told('system/Appointment.rs', from)).toEqual(['appointment.created']);
    expect(await told('system/Appointment.read system/Practitioner.rs', from)).toEqual([
      'appointment.created',
      'doctor.created',
    ]);
    const everything = ['appointment.created', 'department.created', 'doctor.created', 'patient.created'];
    expect(await told('system/*.rs', from)).toEqual(everything);
    expect(await told('system/*.cruds', from)).toEqual(everything);
    expect(types((await all(`/events/?after=${from}`)).events)).toEqual(
      expect.arrayContaining(['user.created', 'client.created']),
    );
  });

  it('is refused what it names beyond that, with the scope that it lacks', async () => {
    const ask = async (scope: string, ...patterns: string[]) => {
      const { status, body } = await read(`/events/?${patterns.map((one) => `types=${one}`).join('&')}`, of(scope));
      return status === 200 ? 200 : [status, body.code, body.detail];
    };
    const without = (scope: string) => [
      403,
      'insufficient_scope',
      `The scope of the token does not cover it without ${scope}`,
    ];
    expect(await ask('system/Appointment.rs', 'appointment.*', 'appointment.created')).toBe(200);
    expect(await ask('system/Appointment.rs', 'appointment.*', 'patient.merged', 'invoice.*')).toEqual(
      without('system/Patient.rs system/Invoice.rs'),
    );
    expect(await ask('system/Appointment.rs system/Patient.r', 'patient.*')).toEqual(without('system/Patient.rs'));
    for (const pattern of ['user.*', 'user.created', 'client.updated', 'webhook.*', 'calendar_feed.created'])
      expect(await ask('system/*.cruds', pattern), pattern).toEqual([403, 'forbidden', 'Permission denied']);
  });

  it('is refused where its scope has nothing of which there are events', async () => {
    for (const scope of ['system/Appointment.r', 'system/Patient.cud', 'system/Slot.rs'])
      expect((await read('/events/', of(scope))).body, scope).toEqual(refusal('insufficient_scope'));
  });
});

it('An admin’s narrowed login is told of its types, and of accounts by all that there is', async () => {
  const ask = (scope: string, query = '') => read(`/events/?limit=1000${query}`, { as: { ...ADMIN, scope } });
  const [some, most] = [await ask('user/Patient.rs'), await ask('user/*.rs')];
  expect(new Set(some.body.map(({ entity }: Body) => entity))).toEqual(new Set(['patient']));
  expect(types(most.body)).not.toContain('user.created');
  expect((await ask('user/*.rs', '&types=user.*')).body.detail).toMatch(/without user\/\*\.cruds$/);
  expect(types((await ask('user/*.cruds', '&types=user.*')).body)).toContain('user.created');
});

describe('A cursor', () => {
  const gone = async (after: string, query = '') => {
    const answer = await read(`/events/?after=${after}${query}`);
    return [answer.status, answer.body.code, answer.headers.get('link')];
  };
  const first = (query = '') => [410, 'trail_gone', `<http://localhost/events/${query}>; rel="first"`];

  it('of a trail that was taken back is 410, with the way to the first event that is there', async () => {
    await make.department();
    const after = await end();
    // Time Travel gives the number out again, to another request.
    await tamper(`UPDATE audit SET request_id = 'another' WHERE seq = (SELECT max(seq) FROM audit)`);
    expect(await gone(after)).toEqual(first('?'));
    expect(await gone(after, '&types=patient.merged&limit=3')).toEqual(first('?types=patient.merged&limit=3'));
    const { body } = await read(`/events/?after=${after}&types=department.*`);
    const [there] = (await read('/events/?types=department.*&limit=1')).body;
    expect(body.detail).toBe(
      `The audit trail has no such row any more. The first event of the last 30 days is ${there.id}`,
    );
    expect((await all(`/events/?after=${await end()}`)).events).toEqual([]);
  });

  it('of a row that is not there, yet or any more, is 410', async () => {
    await make.department();
    const after = await end();
    await tamper('DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)');
    expect(await gone(after)).toEqual(first('?'));
    expect(await gone('evt_0_0123456789abcdef')).toEqual(first('?'));
    expect(await gone('evt_999999999999999_0123456789abcdef')).toEqual(first('?'));
  });
});
