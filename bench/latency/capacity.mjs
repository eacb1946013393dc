// What a patient costs in bytes and a write in time, measured on a hospital that is written as it would come about: row
// by row, through the triggers, with every index in place, each write a transaction of its own.
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../scripts/local-worker.mjs';
import { inserter } from '../lib/database.mjs';
import { hospitalOf } from '../lib/hospital.mjs';
import { writeBeside } from './beside.mjs';

/** Of one patient. */
export const PER_PATIENT = { appointment: 2, invoice: 3, file: 2 };
/** Of one invoice: issued, then paid by one payment. */
const INVOICE_UPDATES = ['ISSUED', 'PAID'];
const SHARED = { user: 201, doctor: 200, department: 50, catalog_item: 500 };

/** Whose rows are counted one by one. */
const ONE = [
  ...['patient', 'appointment', 'invoice', 'payment', 'file', 'audit'],
  ...['access_day', 'access_object', 'login_session', 'refresh_token', 'idempotency_key'],
];

const conditions = ['Hypertension', 'Type 2 diabetes', 'Asthma', 'Migraine', 'Osteoarthritis', 'Hypothyroidism'];
const times = (n, make) => JSON.stringify(Array.from({ length: n }, (_, i) => make(i)));

/** Histories of 0 to 5 entries each, 2.5 on average, in words of usual length. */
const histories = (seq) => ({
  medical_conditions: times(seq % 6, (i) => ({
    diagnozed_date: `20${10 + ((seq + i) % 15)}-03-14`,
    condition: conditions[(seq + i) % conditions.length],
    description: 'Diagnosed after several visits, stable since then, to be seen again in six months.',
  })),
  past_surgeries: times((seq + 2) % 6, (i) => ({
    surgery: ['Appendectomy', 'Cataract surgery', 'Hip replacement'][(seq + i) % 3],
    date: `20${10 + ((seq + i) % 15)}-09-02`,
    surgeon: 'Dr. Elisabet Lindqvist',
    hospital: 'Akademiska sjukhuset',
  })),
  current_medications: times((seq + 4) % 6, (i) => ({
    medication: ['Metformin', 'Salbutamol', 'Amlodipine', 'Levothyroxine'][(seq + i) % 4],
    dosage: '100 mg',
    frequency: 'twice a day',
    prescribed_by: 'Dr. Elisabet Lindqvist',
  })),
});

/** Writes rows with their audit rows, and adds up by kind of write how long its SQL takes. */
class Writer {
  spent = {};

  constructor(db, hospital) {
    this.db = db;
    this.hospital = hospital;
    this.insert = inserter(db);
  }

  #timed(what, work) {
    const start = performance.now();
    this.db.exec('BEGIN IMMEDIATE');
    work();
    this.db.exec('COMMIT');
    this.spent[what] ??= { n: 0, ms: 0 };
    this.spent[what].n++;
    this.spent[what].ms += performance.now() - start;
  }

  create(table, row) {
    const audit = this.hospital.audit(table, row);
    this.#timed(`create ${table}`, () => {
      this.insert(table, row);
      this.insert('audit', audit);
    });
  }

  update(table, row, column, value) {
    const update = this.db.prepare(`UPDATE ${table} SET ${column} = ?, version = version + 1 WHERE id = ?`);
    const changed = JSON.stringify([column]);
    const audit = { ...this.hospital.audit(table, row), action: 'update', version: row.version + 1, changed };
    this.#timed(`update ${table}`, () => {
      this.insert('audit', audit);
      update.run(value, row.id);
    });
  }
}

function writePatient(writer, seq) {
  const { row } = writer.hospital;
  const patient = { ...row('patient', seq), ...histories(seq) };
  writer.create('patient', patient);
  writer.update('patient', patient, 'phone_number', '+46701234567');
  const written = {
    appointment: { patient_id: patient.id },
    invoice: { patient_id: patient.id, status: 'DRAFT', appointment_id: null },
    file: { entity_id: patient.id },
  };
  for (const [table, n] of Object.entries(PER_PATIENT)) {
    for (let i = 1; i <= n; i++) {
      const record = { ...row(table, (seq - 1) * n + i), ...written[table] };
      writer.create(table, record);
      if (table !== 'invoice') continue;
      for (const status of INVOICE_UPDATES) writer.update(table, record, 'status', status);
      writer.create('payment', { ...row('payment', record.seq), invoice_id: record.id });
    }
  }
}

/** Bytes of each table with its indexes. */
const bytesOf = (db) =>
  db
    .prepare(
      `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat('main', 1) d JOIN sqlite_schema s ON s.name = d.name
       WHERE s.tbl_name NOT LIKE 'sqlite%' GROUP BY s.tbl_name`,
    )
    .all()
    .map(({ name, bytes }) => [name, bytes]);

/** Bytes of a row of each table with its indexes. What a patient or an invoice is found by is a part of it. */
function bytesOfOne(db, bytes) {
  const of = (table) => {
    const all = bytes.filter(([name]) => name === table || name.startsWith(`${table}_search_`));
    const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get();
    return all.reduce((sum, [, size]) => sum + size, 0) / n;
  };
  return Object.fromEntries(ONE.map((table) => [table, of(table)]));
}

/**
 * @returns bytes of the file, of each table, and of one row of each (`one`), and milliseconds of the SQL of each kind of
 * write
 */
export function measure(file, patients, seeds) {
  const counts = { ...SHARED, patient: patients };
  for (const [table, n] of Object.entries(PER_PATIENT)) counts[table] = patients * n;
  const hospital = hospitalOf(seeds, counts);
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
    migrate(db);
    const writer = new Writer(db, hospital);
    for (const [table, n] of Object.entries(SHARED)) {
      for (let seq = 1; seq <= n; seq++) writer.create(table, hospital.row(table, seq));
    }
    const before = new Map(bytesOf(db));
    writer.spent = {};
    for (let seq = 1; seq <= patients; seq++) writePatient(writer, seq);
    const bytes = bytesOf(db).map(([name, n]) => [name, n - (before.get(name) ?? 0)]);
    const { total } = db
      .prepare('SELECT page_count * page_size AS total FROM pragma_page_count, pragma_page_size')
      .get();
    writeBeside(db, hospital, patients);
    const one = bytesOfOne(db, bytesOf(db));
    return { total, bytes: bytes.filter(([, n]) => n > patients), one, spent: writer.spent };
  } finally {
    db.close();
  }
}
