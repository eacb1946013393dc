// What the clients of the crash suite do: each writes records of its own, one request at a time, and knows what should
// have become of them.
import { createHash, randomUUID } from 'node:crypto';
import { input } from '../../support/input.ts';
import { callOf, PASSWORD } from './accounts.mjs';

const TAGS = ['ward', 'lab', 'night', 'private'];
const tags = ({ random }) => TAGS.filter(() => random.next() < 0.4);

/** What is created by JSON: where, and its body. */
const CREATED = {
  department: { at: '/department/', body: () => input.department() },
  patient: { at: '/patient/', body: () => input.patient() },
  doctor: { at: '/doctor/', body: () => input.doctor() },
  appointment: { at: '/appointment/', body: ({ world: { bill_id: _, doctor: __, ...ids } }) => input.appointment(ids) },
  invoice: {
    at: '/invoice/',
    body: (w) =>
      input.invoice({ patient_id: w.world.patient_id, status: w.random.pick(['DRAFT', 'ISSUED']), tags: tags(w) }),
  },
  catalog_item: { at: '/catalog/', body: (w) => input.catalogItem({ tags: tags(w) }) },
};
/** What is updated: its next body, another one each time, as otherwise nothing is written. */
const UPDATED = {
  patient: () => input.patient(),
  doctor: () => input.doctor({ user: { password: undefined } }),
  invoice: (w, before) => ({ ...before, tags: [...tags(w), randomUUID()], due_date: '2027-01-31', status: 'ISSUED' }),
  catalog_item: (w) => input.catalogItem({ tags: [...tags(w), randomUUID()] }),
};
const FULL = { prefer: 'return=representation' };
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const create = (table) => (w) => {
  const { at, body } = CREATED[table];
  const json = body(w);
  return {
    ...{ method: 'POST', path: at, json, headers: { ...FULL, 'idempotency-key': randomUUID() } },
    audit: ['create', table],
    makes: (id) => ({ table, id, path: `${at}${id}`, state: json }),
    again: () => 201,
  };
};

/** All writers pay the same bill. */
const pay = (w) => {
  const path = `/invoice/${w.world.bill_id}/payments`;
  const json = input.payment({ amount: Math.floor(w.random.between(1, 100)) });
  return {
    ...{ method: 'POST', path, json, headers: { 'idempotency-key': randomUUID() } },
    audit: ['create', 'payment'],
    makes: (id) => ({ table: 'payment', id, path: `${path}/${id}`, state: json }),
    again: () => 201,
  };
};

/** A write of a record that there is. */
const onto = (target, op) => target && { target, ...op(target) };

const update = (table) => (w) =>
  onto(w.oneOf(table), ({ path, state }) => {
    const json = UPDATED[table](w, state);
    return { method: 'PUT', path, json, audit: ['update', table], state: json, again: () => 200 };
  });

const remove = (table) => (w) =>
  onto(w.oneOf(table), ({ id, path }) => ({
    ...{ method: 'DELETE', path: table === 'file' ? `/static/delete_file/${id}` : path },
    ...{ audit: ['delete', table], state: null, again: (took) => (took ? 404 : 200) },
  }));

/** About a visit of the world's doctor, who writes. The note is read by its row: the other accounts may not. */
const beginNote = (w) => {
  const visit = w.random.pick(w.records.filter(({ table, isNoted }) => table === 'appointment' && !isNoted));
  if (!visit) return undefined;
  visit.isNoted = true;
  const at = `/calendar/appointments/${visit.id}/note`;
  const text = randomUUID();
  return {
    ...{ method: 'PUT', path: at, as: w.world.doctor, json: { text } },
    audit: ['create', 'note'],
    makes: (id) => ({ table: 'note', id, at, state: { text, status: 'draft', addenda: [] } }),
    again: () => 200,
  };
};

const ontoNote = (status, op) => (w) => {
  const note = w.random.pick(w.records.filter(({ table, state }) => table === 'note' && state.status === status));
  return onto(note, ({ at, state }) => ({ as: w.world.doctor, audit: ['update', 'note'], ...op(at, state) }));
};
const changeNote = ontoNote('draft', (path, state) => {
  const text = randomUUID();
  return { method: 'PUT', path, json: { text }, state: { ...state, text }, again: () => 200 };
});
const signNote = ontoNote('draft', (at, state) => ({
  ...{ method: 'POST', path: `${at}/sign`, state: { ...state, status: 'signed' }, again: () => 200 },
}));
const addToNote = ontoNote('signed', (at, state) => {
  const text = randomUUID();
  return {
    ...{ method: 'POST', path: `${at}/addenda`, json: { text }, headers: { 'idempotency-key': randomUUID() } },
    ...{ state: { ...state, addenda: [...state.addenda, text] }, again: () => 201 },
  };
});

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const boundary = 'boundary-of-the-crash-suite';
/** As a form, or as the body itself. */
const upload = (asForm) => (w) => {
  const owner = w.oneOf('patient');
  const entity_id = owner?.id ?? w.world.patient_id;
  const bytes = Buffer.concat([PNG, w.random.bytes(w.random.between(100, 100_000))]);
  const part = (disposition, content) => [
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`,
    content,
    '\r\n',
  ];
  const form = [
    ...part('name="entity_id"', entity_id),
    ...part('name="file"; filename="scan.png"', bytes),
    `--${boundary}--\r\n`,
  ];
  return {
    method: 'POST',
    path: asForm ? '/static/upload_file' : `/static/upload_file?entity_id=${entity_id}&filename=scan.png`,
    body: asForm ? Buffer.concat(form.map((text) => Buffer.from(text))) : bytes,
    headers: {
      'content-type': asForm ? `multipart/form-data; boundary=${boundary}` : 'image/png',
      'idempotency-key': randomUUID(),
    },
    audit: ['create', 'file'],
    makes: (id) => ({ table: 'file', id, path: `/static/${entity_id}/${id}.png`, state: sha256(bytes), owner }),
    again: () => 201,
  };
};

const signup = () => {
  const email = `${randomUUID()}@crash.example`;
  return {
    ...{ method: 'POST', path: '/auth/signup', as: null, json: { email, password: PASSWORD, full_name: 'Nina Nurse' } },
    audit: ['create', 'user'],
    makes: (id) => ({ table: 'user', id, path: `/auth/users/${id}`, state: { type: 'staff', disabled: false } }),
    again: (took) => (took ? 409 : 200),
  };
};

const patchAccount = (w) =>
  onto(w.oneOf('user'), ({ path, state }) => {
    const types = ['billing', 'doctor', 'none'].filter((type) => type !== state.type);
    const json = { type: w.random.pick(types), disabled: w.random.next() < 0.3 };
    return { method: 'PATCH', path, as: w.admin, json, audit: ['update', 'user'], state: json, again: () => 200 };
  });

const logIn = ({ account: { email } }) => ({
  ...{ method: 'POST', path: '/auth/login', as: null, json: { email, password: PASSWORD } },
  audit: ['login', 'user'],
  // Only who has the answer knows the token.
  makes: (id, answer) => answer && { table: 'session', id, state: answer.body.refresh_token },
  again: () => 200,
});

const withToken = (path, { state }) => ({ method: 'POST', path, as: null, json: { refresh_token: state } });

const refresh = (w) =>
  onto(w.oneOf('session'), (session) => ({
    ...withToken('/auth/refresh', session),
    used: sha256(session.state),
    // Of an answer that was lost, the new token is unknown: the login is of no more use.
    after: (answer) => answer?.body.refresh_token ?? null,
    again: (took) => (took ? 401 : 200),
  }));

const logOut = (w) =>
  onto(w.oneOf('session'), (session) => ({
    ...withToken('/auth/logout', session),
    ...{ audit: ['logout'], state: null, again: () => 204 },
  }));

/** How often each is done, beside the others. What takes a password's 150 ms of a processor is rare. */
const WEIGHTS = [
  ...Object.keys(CREATED).map((table) => [create(table), table === 'doctor' ? 1 : 6]),
  ...Object.keys(UPDATED).map((table) => [update(table), 5]),
  [pay, 8],
  [beginNote, 6],
  [changeNote, 6],
  [signNote, 3],
  [addToNote, 3],
  [remove('patient'), 3],
  [remove('doctor'), 1],
  [remove('file'), 3],
  [upload(true), 4],
  [upload(false), 4],
  [signup, 1],
  [patchAccount, 3],
  [logIn, 1],
  [refresh, 4],
  [logOut, 1],
];
const CHOICES = WEIGHTS.flatMap(([make, weight]) => Array(weight).fill(make));

export class Writer {
  /** what was written, by the client's own account: `state` is null for what is deleted */
  records = [];

  /** @param world ids that all may refer to */
  constructor(account, admin, world, random) {
    Object.assign(this, { account, admin, world, random });
  }

  oneOf(table) {
    return this.random.pick(this.records.filter((record) => record.table === table && record.state !== null));
  }

  /** What to do next. */
  next() {
    for (;;) {
      const op = this.random.pick(CHOICES)(this);
      if (op) return { as: this.account, ...op, requestId: randomUUID() };
    }
  }

  /** What was done is what is expected from now on. @param id of what was created @returns the record */
  done(op, id, answer) {
    if (op.makes) {
      const made = op.makes(id, answer);
      if (made) this.records.push(made);
      return made;
    }
    const { target } = op;
    target.before = target.state;
    target.state = op.after ? op.after(answer) : op.state;
    if (target.state === null) for (const record of this.records) if (record.owner === target) record.state = null;
    return target;
  }
}

/** What all writers may refer to. */
export async function worldOf(service, { token }) {
  const call = callOf(service, token);
  const make = async (path, json) => (await call('POST', path, { json })).body.id;
  const patient_id = await make('/patient/', input.patient());
  const doctor = input.doctor();
  const items = [{ name: 'Surgery', unit_price: 1_000_000 }];
  const doctor_id = await make('/doctor/', doctor);
  const { email, password } = doctor.user;
  const login = await call('POST', '/auth/login', { json: { email, password } });
  return {
    patient_id,
    doctor_id,
    doctor: { token: login.body.access_token },
    department_id: await make('/department/', input.department()),
    bill_id: await make('/invoice/', input.invoice({ patient_id, status: 'ISSUED', items })),
  };
}
