// FHIR's reads and searches: by each index, and by what no index has. Cases are as in reads.mjs.
import { COUNT, FHIR_SCAN_MAX } from '../../src/fhir/search/bounds.ts';

/** Of a page that one index serves: the index, the row, and what is read with it. */
const SERVED = { rows_read: 3 * COUNT + 20, trips: 1 };
/** And where rows are looked at one by one: the index, the row and a condition of each, and the index once more for where the page ends. */
const LOOKED_AT = { rows_read: SERVED.rows_read + 4 * FHIR_SCAN_MAX, trips: 1 };

/** What is included is read by its id, once the page has been looked through for it again. */
const including = (types) => ({ rows_read: SERVED.rows_read + types * 6 * COUNT, trips: 1 });
/** Each alternative is an index by itself. */
const alternatives = (n) => ({ rows_read: SERVED.rows_read + n * COUNT, trips: 1 });

const BASE = '/fhir/r4';
const read = (type, id) => ({ name: `FHIR ${type}`, path: `${BASE}/${type}/${id}` });
const search = (type, query, { bound = SERVED, name = query } = {}) => ({
  name: `FHIR ${type}?${name}`,
  path: `${BASE}/${type}?${query}`,
  grows: 'up to its bound',
  bound,
});

const everything = (whose, patient) => ({
  name: `FHIR everything ${whose}`,
  path: `${BASE}/Patient/${patient}/$everything`,
  bound: LOOKED_AT,
  grows: 'up to its bound',
});

export function fhir(world, state) {
  const [patient, doctor, department] = [world.patient(), world.doctor(), world.department()];
  const lookedAt = { bound: LOOKED_AT };
  const asDoctor = { options: { token: state.doctor } };
  return [
    read('Patient', patient),
    read('Practitioner', doctor),
    read('Organization', department),
    read('Invoice', world.bill(1)),
    read('Appointment', world.appointment.id),
    search('Patient', ''),
    search('Patient', `identifier=${state.patientNumber}`, { name: 'identifier' }),
    search('Patient', `family=${world.words.patient}`, { name: 'family' }),
    search('Patient', 'name=a', { bound: { ...SERVED, rows_read: 20 * COUNT } }),
    search('Patient', `family=${world.words.patient}&gender=male`, { ...lookedAt, name: 'family, gender' }),
    search('Patient', 'birthdate=1984-02-29'),
    search('Patient', 'birthdate=ge1984'),
    search('Patient', 'birthdate=ge1984&gender=other', lookedAt),
    search('Patient', '_lastUpdated=gt2025'),
    search('Patient', '_lastUpdated=gt2025&birthdate=lt1900', lookedAt),
    search('Patient', 'gender=other', lookedAt),
    search('Patient', 'phone=4567', { bound: { ...SERVED, rows_read: 20 * COUNT } }),
    search('Observation', `patient=${patient}`, { name: 'patient' }),
    search('Condition', `patient=${patient}`, { name: 'patient' }),
    search('Practitioner', ''),
    search('PractitionerRole', '_include=PractitionerRole:practitioner', { bound: including(1) }),
    search('Organization', 'name=d'),
    search('Location', ''),
    search('Location', 'name=r', lookedAt),
    search('Location', 'type=room'),
    search('Appointment', `location=${department}`, { name: 'location' }),
    search('Appointment', `service-type=${department}`, { name: 'service-type' }),
    search('Appointment', ''),
    search('Appointment', 'date=ge2025'),
    search('Appointment', 'date=ge2025&_include=Appointment:patient&_include=Appointment:practitioner', {
      bound: including(2),
    }),
    search('Appointment', `patient=${patient}`, { name: 'patient' }),
    search('Appointment', `practitioner=${doctor}&date=ge2025`, { name: 'practitioner, date' }),
    search('Appointment', `actor=${doctor}`, { name: 'actor', bound: alternatives(4) }),
    search('Appointment', 'status=noshow', lookedAt),
    search('Invoice', `patient=${patient}`, { name: 'patient' }),
    search('Invoice', 'status=cancelled'),
    search('Invoice', 'status=issued,balanced', { bound: alternatives(4) }),
    search('Invoice', 'date=ge2025'),
    search('Invoice', 'date=ge2025&status=cancelled', lookedAt),
    search('Invoice', '_include=Invoice:subject', { bound: including(1) }),
    search('PaymentNotice', `request=Invoice/${world.bill(1)}`, { name: 'request' }),
    search('PaymentNotice', 'created=ge2025'),
    search('ChargeItemDefinition', `title=${world.words.catalog}`, { name: 'title' }),
    search('DocumentReference', `patient=${world.patientWithFile}`, { name: 'patient' }),
    search('DocumentReference', '_lastUpdated=gt2025'),
    search('AuditEvent', 'date=ge2025', { bound: { ...SERVED, rows_read: 5 * FHIR_SCAN_MAX } }),
    search('AuditEvent', 'action=E', { bound: { ...SERVED, rows_read: 5 * FHIR_SCAN_MAX } }),
    { ...search('Composition', `patient=${world.visit().patient_id}`, { name: 'patient' }), ...asDoctor },
    {
      ...search('Composition', `patient=${world.largePayer}`, { ...lookedAt, name: 'patient with very many' }),
      ...asDoctor,
    },
    { ...search('Composition', 'date=ge2025', lookedAt), ...asDoctor },
    search('Slot', `schedule=${doctor}&start=ge2027-05-01&start=lt2027-06-01`, { name: 'schedule, a month' }),
    everything('of a patient', patient),
    { ...everything('of a patient with a note', world.visit().patient_id), ...asDoctor },
  ];
}
