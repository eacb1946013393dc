import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, meta, URL } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { merge } from '../support/merges';
import { count, row, trail } from '../support/rows';

const V2 = 'http://terminology.hl7.org/CodeSystem/v2-0276';
const REJECT = { env: { DOUBLE_BOOKING: 'reject' } };

let patient: Body;
let doctor: Body;
let department: Body;
beforeAll(async () => {
  [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
});

const participant = (overrides: Record<string, string> = {}) =>
  [
    overrides.patient ?? `Patient/${patient.id}`,
    overrides.doctor ?? `Practitioner/${doctor.id}`,
    overrides.department ?? `HealthcareService/${department.id}`,
  ].map((reference) => ({ actor: { reference }, status: 'accepted' }));

const start = '2027-05-04T10:00:00+02:00';
const body = (overrides: object = {}) => ({
  ...{ resourceType: 'Appointment', status: 'booked', start, minutesDuration: 30 },
  ...{ appointmentType: { text: 'OPD' }, participant: participant(), ...overrides },
});
/** Another system calls it by a name that no other one has. */
const named = (overrides: object = {}) => ({
  ...body(overrides),
  identifier: [{ system: 'urn:oid:1.2.3', value: unique('VISIT') }],
});
const post = (json: object, options: CallOptions = {}) =>
  call('POST', '/fhir/r4/Appointment', {
    ...options,
    body: JSON.stringify(json),
    headers: { 'content-type': 'application/fhir+json', ...options.headers },
  });
const stored = (id: string) =>
  row(
    'SELECT type, status, schedule, expected_duration_minutes AS minutes, is_follow_up FROM appointment WHERE id = ?',
    id,
  );

describe('An Appointment that is sent', () => {
  it('is booked, and answered as it is read', async () => {
    const why = { reasonCode: [{ text: 'My knee' }], comment: 'Comes in a wheelchair' };
    const sent = named({
      ...{ ...why, end: '2027-05-04T10:30:00+02:00' },
      appointmentType: { text: 'TELEMEDICINE', coding: [{ system: V2, code: 'FOLLOWUP' }] },
      participant: participant({ patient: `${URL}/Patient/${patient.id}` }),
    });
    const made = await post(sent);
    const { id } = made.body;
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`${URL}/Appointment/${id}/_history/1`);
    expect(made.headers.get('etag')).toBe('W/"1"');
    expect(made.body).toEqual({
      ...{ resourceType: 'Appointment', id, meta, identifier: sent.identifier, status: 'booked' },
      appointmentType: {
        text: 'TELEMEDICINE',
        coding: [{ system: V2, code: 'FOLLOWUP', display: expect.any(String) }],
      },
      ...{
        start: '2027-05-04T08:00:00Z',
        end: '2027-05-04T08:30:00Z',
        minutesDuration: 30,
        created: expect.any(String),
      },
      ...why,
      participant: participant(),
    });
    expect((await get(`Appointment/${id}`)).body).toEqual(made.body);
    expect(await stored(id)).toEqual({
      ...{ type: 'TELEMEDICINE', status: 'SCEDULED', schedule: start, minutes: 30, is_follow_up: 1 },
    });
    expect(await trail(id)).toEqual(['create 1']);
    expect(accessOf(made)).toEqual([]);
    expect(await found(`Appointment?identifier=urn:oid:1.2.3|${sent.identifier[0]?.value}`)).toEqual([made.body]);
    expect(await found(`Appointment?identifier=${sent.identifier[0]?.value}`)).toEqual([made.body]);
  });

  it.each([
    ['booked', 'SCEDULED'],
    ['pending', 'PENDING'],
    ['arrived', 'ARRIVED'],
    ['checked-in', 'CHECKED_IN'],
    ['fulfilled', 'COMPLETED'],
    ['cancelled', 'CANCELLED'],
    ['noshow', 'NO_SHOW'],
  ])('of the status %s is stored as %s', async (status, word) => {
    const made = await post(body({ status }));
    expect([made.status, made.body.status, made.body._status]).toEqual([201, status, undefined]);
    expect(await stored(made.body.id)).toMatchObject({ status: word });
  });

  it('keeps the original text of its status', async () => {
    const url = 'http://hl7.org/fhir/StructureDefinition/originalText';
    const _status = { extension: [{ url, valueString: 'IN_PROGRESS' }] };
    const made = await post(body({ status: 'pending', _status }));
    expect(made.body).toMatchObject({ status: 'pending', _status });
    expect(await stored(made.body.id)).toMatchObject({ status: 'IN_PROGRESS' });
    const refused = await post(body({ status: 'booked', _status }));
    expect([refused.status, refused.body.issue[0].expression]).toEqual([422, ['Appointment._status']]);
  });

  it.each([
    ['minutesDuration', { minutesDuration: 20 }, 20],
    ['its end', { minutesDuration: undefined, end: '2027-05-04T10:45:00+02:00' }, 45],
    ['an end in another zone', { minutesDuration: undefined, end: '2027-05-04T08:01:30Z' }, 1.5],
    ['neither', { minutesDuration: undefined }, null],
  ])('takes the time that is said by %s', async (_, sent, minutes) => {
    const made = await post(body(sent));
    expect(await stored(made.body.id)).toMatchObject({ minutes });
    expect((await get(`Appointment/${made.body.id}`)).body).toEqual(made.body);
  });

  it('books a slot of the doctor', async () => {
    const reference = `Slot/${doctor.id}.${Date.parse(start)}`;
    const made = await post(body({ slot: [{ reference }] }));
    expect([made.status, made.body.start, made.body.slot]).toEqual([201, '2027-05-04T08:00:00Z', undefined]);
  });

  it('is one of no kind that is named, where none is', async () => {
    const made = await post(body({ appointmentType: undefined }));
    expect(made.body.appointmentType).toEqual({ text: 'OPD' });
  });
});

describe('It is refused where it has', () => {
  const [one, two] = ['2027-05-04T10:30:00+02:00', 'Slot/'];
  const without = (type: string) => participant().filter(({ actor }) => !actor.reference.startsWith(type));
  const extended = (more: object) => participant().map((entry, n) => (n === 0 ? { ...entry, ...more } : entry));
  const acting = (more: object) =>
    participant().map((entry, n) => (n === 0 ? { ...entry, actor: { ...entry.actor, ...more } } : entry));
  const cases: [what: string, sent: () => object, expression: string, code?: string][] = [
    ['no status', () => ({ status: undefined }), 'status'],
    ['a status without a place', () => ({ status: 'proposed' }), 'status'],
    ['no start', () => ({ start: undefined }), 'start'],
    ['a start without a zone', () => ({ start: '2027-05-04T10:00:00' }), 'start'],
    ['a start without seconds', () => ({ start: '2027-05-04T10:00+02:00' }), 'start'],
    ['a day as its start', () => ({ start: '2027-05-04' }), 'start'],
    ['a day that does not exist', () => ({ start: '2027-02-30T10:00:00Z' }), 'start'],
    ['another end than its minutes say', () => ({ end: one, minutesDuration: 20 }), 'end'],
    ['an end before its start', () => ({ end: '2027-05-04T07:00:00Z', minutesDuration: undefined }), 'end'],
    ['less than a minute', () => ({ end: '2027-05-04T08:00:30Z', minutesDuration: undefined }), 'end'],
    ['no whole minutes', () => ({ minutesDuration: 7.5 }), 'minutesDuration'],
    ['0 minutes', () => ({ minutesDuration: 0 }), 'minutesDuration'],
    ['more than seven days', () => ({ minutesDuration: 10_081 }), 'minutesDuration'],
    ['no participant', () => ({ participant: undefined }), 'participant'],
    ['no patient', () => ({ participant: without('Patient') }), 'participant'],
    ['no doctor', () => ({ participant: without('Practitioner') }), 'participant'],
    ['no department', () => ({ participant: without('HealthcareService') }), 'participant'],
    [
      'two patients',
      () => ({ participant: [...participant(), ...participant().slice(0, 1)] }),
      'participant[3].actor.reference',
    ],
    [
      'a patient of another server',
      () => ({ participant: participant({ patient: `https://other.example/Patient/${patient.id}` }) }),
      'participant[0].actor.reference',
    ],
    [
      'an id without a type',
      () => ({ participant: participant({ patient: patient.id }) }),
      'participant[0].actor.reference',
    ],
    [
      'a version',
      () => ({ participant: participant({ patient: `Patient/${patient.id}/_history/1` }) }),
      'participant[0].actor.reference',
    ],
    ['a place', () => ({ participant: participant({ department: 'Location/1' }) }), 'participant[2].actor.reference'],
    [
      'an id that is none of ours',
      () => ({ participant: participant({ patient: 'Patient/7' }) }),
      'participant[0].actor.reference',
    ],
    ['who has not accepted', () => ({ participant: extended({ status: 'needs-action' }) }), 'participant[0].status'],
    [
      'who need not come',
      () => ({ participant: extended({ required: 'optional' }) }),
      'participant[0].required',
      'not-supported',
    ],
    [
      'a kind of participant',
      () => ({ participant: extended({ type: [{ text: 'x' }] }) }),
      'participant[0].type',
      'not-supported',
    ],
    [
      'a time of a participant',
      () => ({ participant: extended({ period: { start } }) }),
      'participant[0].period',
      'not-supported',
    ],
    [
      'the kind of a reference',
      () => ({ participant: acting({ type: 'Patient' }) }),
      'participant[0].actor.type',
      'not-supported',
    ],
    [
      'a code of another kind',
      () => ({ appointmentType: { coding: [{ system: V2, code: 'ROUTINE' }] } }),
      'appointmentType.coding[0].code',
    ],
    [
      'a code of another system',
      () => ({ appointmentType: { coding: [{ system: 'urn:x', code: 'FOLLOWUP' }] } }),
      'appointmentType.coding[0].system',
    ],
    ['too long a kind', () => ({ appointmentType: { text: 'x'.repeat(51) } }), 'appointmentType.text'],
    ['a slot of another time', () => ({ slot: [{ reference: `Slot/${doctor.id}.1` }] }), 'slot[0].reference'],
    [
      'a slot of another doctor',
      () => ({ slot: [{ reference: `${two}${patient.id}.${Date.parse(start)}` }] }),
      'slot[0].reference',
    ],
    ['two slots', () => ({ slot: [{ reference: 'Slot/1' }, { reference: 'Slot/2' }] }), 'slot'],
    [
      'an identifier of ours',
      () => ({ identifier: [{ system: SYSTEMS['patient-number'], value: '1' }] }),
      'identifier[0].system',
    ],
    ['an identifier without a system', () => ({ identifier: [{ value: '1' }] }), 'identifier[0].system'],
    ['a year that cannot be', () => ({ start: '1899-12-31T09:00:00Z' }), 'start'],
    ['a time of its creation', () => ({ created: start }), 'created', 'not-supported'],
    [
      'why it is cancelled',
      () => ({ status: 'cancelled', cancelationReason: { text: 'x' } }),
      'cancelationReason',
      'not-supported',
    ],
    ['a second reason', () => ({ reasonCode: [{ text: 'x' }, { text: 'y' }] }), 'reasonCode[1]', 'not-supported'],
    ['a code as its reason', () => ({ reasonCode: [{ coding: [] }] }), 'reasonCode[0].coding', 'not-supported'],
    ['too long a reason', () => ({ reasonCode: [{ text: 'x'.repeat(501) }] }), 'reasonCode[0].text'],
    ['too long a comment', () => ({ comment: 'x'.repeat(4_001) }), 'comment'],
    ...[
      ...['description', 'patientInstruction', 'priority', 'serviceType', 'serviceCategory', 'specialty'],
      ...['reasonReference', 'supportingInformation', 'basedOn', 'requestedPeriod'],
      ...['extension', 'modifierExtension', 'contained', 'language', 'implicitRules'],
    ].map((name): [string, () => object, string, string] => [name, () => ({ [name]: 'x' }), name, 'not-supported']),
  ];

  it.each(cases)('%s', async (_, sent, expression, code) => {
    const before = await count('appointment');
    const refused = await post(body(sent()));
    expect(refused.status, JSON.stringify(refused.body)).toBe(422);
    const expressions = refused.body.issue.map((issue: Body) => issue.expression[0]);
    expect(expressions).toEqual([`Appointment.${expression}`]);
    if (code) expect(refused.body.issue[0].code).toBe(code);
    expect(await count('appointment')).toBe(before);
  });
});

describe('What has no place', () => {
  const sent = () =>
    body({
      ...{ description: 'Yearly', reasonCode: [{ text: 'x', coding: [] }], extension: [{ url: 'http://a.example' }] },
      appointmentType: { text: 'OPD', coding: [{ system: V2, code: 'ROUTINE' }] },
      participant: [
        ...participant().map((entry) => ({ ...entry, required: 'required' })),
        { actor: { reference: 'Location/1' }, status: 'accepted' },
      ],
    });
  const leftOut = [
    ...['appointmentType.coding[0].code', 'description', 'extension'],
    ...[0, 1, 2].map((n) => `participant[${n}].required`),
    ...['participant[3].actor.reference', 'reasonCode[0].coding'],
  ].map((path) => `Appointment.${path}`);
  const lenient = (prefer: string) => ({ headers: { prefer } });

  it('is left out where that is preferred, and named', async () => {
    const made = await post(sent(), lenient('handling=lenient'));
    expect([made.status, made.body.resourceType]).toEqual([201, 'OperationOutcome']);
    const [done, ...warnings] = made.body.issue;
    expect(done.severity).toBe('information');
    expect(warnings.flatMap(({ expression }: Body) => expression).toSorted()).toEqual(leftOut);
    const whole = await post(sent(), lenient('handling=lenient,return=representation'));
    expect([whole.status, whole.body.appointmentType, whole.body.participant]).toEqual([
      201,
      { text: 'OPD' },
      participant(),
    ]);
    expect(whole.headers.get('x-ignored-fields')).toContain('participant.0.required');
    expect(await stored(whole.body.id)).toMatchObject({ is_follow_up: 0 });
  });

  it('is refused where it is not, and whatever changes the meaning, or is missing', async () => {
    const refused = await post(sent());
    expect([refused.status, refused.body.issue[0].code]).toEqual([422, 'not-supported']);
    const expressionsOf = async (more: object) => {
      const { status, body } = await post({ ...sent(), ...more }, lenient('handling=lenient'));
      return [status, ...body.issue.flatMap(({ expression }: Body) => expression)];
    };
    expect(await expressionsOf({ modifierExtension: [] })).toEqual([422, 'Appointment.modifierExtension']);
    const [who, whom] = participant();
    const place = { actor: { reference: 'Location/1' }, status: 'accepted' };
    expect(await expressionsOf({ participant: [who, whom, place] })).toEqual([422, 'Appointment.participant']);
    expect(await expressionsOf({ start: 'soon' })).toEqual([422, 'Appointment.start']);
  });

  it('is the name of who takes part in any case', async () => {
    const named = participant().map(({ actor, status }) => ({ actor: { ...actor, display: 'Anna' }, status }));
    const made = await post(body({ participant: named }));
    expect([made.status, made.body.participant]).toEqual([201, participant()]);
    expect(made.headers.get('x-ignored-fields')).toBe(
      'participant.0.actor.display, participant.1.actor.display, participant.2.actor.display',
    );
  });
});

describe('It is not booked', () => {
  const refusedFor = async (json: object, options?: CallOptions) => {
    const { status, body } = await post(json, options);
    return [status, body.issue[0].code, body.issue[0].expression?.[0], body.issue[0].diagnostics];
  };

  it('for whom or what is not there', async () => {
    const nobody = crypto.randomUUID();
    const where = ['not-found', 'Appointment.participant'];
    for (const [name, type, known] of [
      ['patient', 'Patient', 'Patient'],
      ['doctor', 'Practitioner', 'Doctor'],
      ['department', 'HealthcareService', 'Department'],
    ] as const) {
      const sent = named({ participant: participant({ [name]: `${type}/${nobody}` }) });
      expect(await refusedFor(sent)).toEqual([422, ...where, `${known} not found: ${nobody}`]);
      expect(await count('identifier WHERE value = ?', sent.identifier[0]?.value)).toBe(0);
    }
  });

  it('for a patient who was merged into another one, who is named', async () => {
    const former = await make.patient();
    await merge(patient.id, former.id);
    const sent = body({ participant: participant({ patient: `Patient/${former.id}` }) });
    const message = `Patient ${former.id} was merged into ${patient.id}`;
    expect(await refusedFor(sent)).toEqual([422, 'deleted', 'Appointment.participant', message]);
  });

  it('for who has died', async () => {
    const { id } = await make.patient({ deceased_at: '2025-11-20T04:10:00' });
    const sent = body({ participant: participant({ patient: `Patient/${id}` }) });
    expect((await refusedFor(sent)).slice(0, 2)).toEqual([422, 'business-rule']);
  });

  it('where the time of the doctor is taken, or closed', async () => {
    const { id } = await make.doctor();
    const sent = named({ participant: participant({ doctor: `Practitioner/${id}` }) });
    expect((await post({ ...sent, identifier: [] }, REJECT)).status).toBe(201);
    const before = await count('appointment');
    expect((await refusedFor(sent, REJECT)).slice(0, 2)).toEqual([409, 'conflict']);
    expect(await count('identifier WHERE value = ?', sent.identifier[0]?.value)).toBe(0);
    const tag = (await call('GET', '/calendar/closures')).headers.get('etag') ?? '';
    await ok('PUT', '/calendar/closures', { json: input.closures(), headers: { 'if-match': tag } });
    const closed = body({ start: '2030-06-21T10:00:00Z' });
    expect((await refusedFor(closed, REJECT)).slice(0, 2)).toEqual([409, 'conflict']);
    expect(await count('appointment')).toBe(before);
  });

  it('without a token, by who may not, and as no JSON', async () => {
    expect((await post(body(), { as: null })).status).toBe(401);
    expect((await post(body(), { as: 'none' })).status).toBe(403);
    expect((await post(body(), { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });
});

describe('It is booked once', () => {
  let sent: ReturnType<typeof named>;
  beforeEach(() => {
    sent = named();
  });
  const bookings = () => count('identifier WHERE value = ?', sent.identifier[0]?.value);

  it('by its identifier, which another one has', async () => {
    expect((await post(sent)).status).toBe(201);
    const before = await count('appointment');
    const { status, body } = await post(sent);
    expect([status, body.issue[0].code]).toEqual([409, 'duplicate']);
    expect([await count('appointment'), await bookings()]).toEqual([before, 1]);
  });

  it('by If-None-Exist', async () => {
    const [known] = sent.identifier;
    const headers = { 'if-none-exist': `identifier=${known?.system}|${known?.value}` };
    const answers = [await post(sent, { headers }), await post(sent, { headers })];
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await bookings()).toBe(1);
  });

  it('by Idempotency-Key, also once it was changed', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await post(sent, { headers });
    expect((await post(sent, { headers })).body).toEqual(first.body);
    const { id } = first.body;
    const change = { status: 'CANCELLED', cancel_reason: 'A cold', schedule: '2027-05-05T10:00:00Z' };
    await ok('PATCH', `/calendar/appointments/${id}`, { json: change });
    const again = await post(sent, { headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('etag')).toBe('W/"2"');
    expect(again.body).toEqual((await get(`Appointment/${id}`)).body);
    expect(await bookings()).toBe(1);
    expect((await post({ ...sent, minutesDuration: 10 }, { headers })).status).toBe(409);
  });

  it('and answered as it is preferred', async () => {
    const minimal = await post(sent, { headers: { prefer: 'return=minimal' } });
    expect([minimal.status, minimal.bytes.length]).toEqual([201, 0]);
    expect(minimal.headers.get('preference-applied')).toBe('return=minimal');
    const id = minimal.headers.get('location')?.split('/')[6] ?? '';
    expect((await get(`Appointment/${id}`)).body.identifier).toEqual(sent.identifier);
    const told = await post({ ...sent, identifier: [] }, { headers: { prefer: 'return=OperationOutcome' } });
    expect([told.status, told.body.resourceType]).toEqual([201, 'OperationOutcome']);
  });
});
