// What a patient costs in bytes and a write in time, measured on a hospital that is written as it would come about: row
// by row, through the triggers, with every index in place, each write a transaction of its own.
import { DatabaseSync } from 'node:sqlite';
import { TABLES } from '../lib/data.mjs';
import { columnsOf, migrate } from '../lib/load.mjs';

/** Of one patient. */
export const PER_PATIENT = { appointment: 2, invoice: 3, file: 2 };
/** Of one invoice: issued, then paid. */
const INVOICE_UPDATES = ['ISSUED', 'PAID'];
const SHARED = { user: 201, doctor: 200, department: 50, catalog_item: 500 };

const AUDIT = `INSERT INTO audit (at, actor, action, entity, entity_id, version, changed, request_id, address)
  VALUES (:at, :actor, :action, :entity, :id, :version, :changed, :request_id, '192.0.2.1')`;

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
  #inserts = new Map();
  spent = {};

  constructor(db) {
    this.db = db;
    this.audit = db.prepare(AUDIT);
  }

  #insert(table) {
    if (!this.#inserts.has(table)) {
      const columns = columnsOf(this.db, table);
      const values = columns.map((name) => `:${name}`).join(', ');
      this.#inserts.set(table, this.db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`));
    }
    return this.#inserts.get(table);
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

  #event(row, action, entity, version, changed = '[]') {
    const { id, created_at: at, created_by: actor } = row;
    this.audit.run({ at, actor, action, entity, id, version, changed, request_id: crypto.randomUUID() });
  }

  create(table, row) {
    const insert = this.#insert(table);
    this.#timed(`create ${table}`, () => {
      insert.run(row);
      this.#event(row, 'create', table, row.version);
    });
  }

  update(table, row, sql, values, changed) {
    const update = this.db.prepare(`UPDATE ${table} SET ${sql}, version = version + 1 WHERE id = ?`);
    this.#timed(`update ${table}`, () => {
      this.#event(row, 'update', table, row.version + 1, changed);
      update.run(...values, row.id);
    });
  }
}

function writePatient(writer, seq, counts) {
  const patient = { ...TABLES.patient(seq, counts), ...histories(seq) };
  writer.create('patient', patient);
  writer.update('patient', patient, 'phone_number = ?', ['+46701234567'], '["phone_number"]');
  for (const [table, n] of Object.entries(PER_PATIENT)) {
    for (let i = 1; i <= n; i++) {
      const row = TABLES[table]((seq - 1) * n + i, counts);
      if (table === 'file') writer.create(table, { ...row, entity_id: patient.id });
      else if (table === 'appointment') writer.create(table, { ...row, patient_id: patient.id });
      else {
        const invoice = { ...row, status: 'DRAFT', patient_id: patient.id, appointment_id: null };
        writer.create(table, invoice);
        for (const status of INVOICE_UPDATES) writer.update(table, invoice, 'status = ?', [status], '["status"]');
      }
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

/** @returns bytes of the file and of each table, and milliseconds of the SQL of each kind of write */
export function measure(file, patients) {
  const counts = { ...SHARED, patient: patients };
  for (const [table, n] of Object.entries(PER_PATIENT)) counts[table] = patients * n;
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
    migrate(db);
    const writer = new Writer(db);
    for (const [table, n] of Object.entries(SHARED)) {
      for (let seq = 1; seq <= n; seq++) writer.create(table, TABLES[table](seq, counts));
    }
    const before = new Map(bytesOf(db));
    writer.spent = {};
    for (let seq = 1; seq <= patients; seq++) writePatient(writer, seq, counts);
    const bytes = bytesOf(db).map(([name, n]) => [name, n - (before.get(name) ?? 0)]);
    const { total } = db
      .prepare('SELECT page_count * page_size AS total FROM pragma_page_count, pragma_page_size')
      .get();
    return { total, bytes: bytes.filter(([, n]) => n > patients), spent: writer.spent };
  } finally {
    db.close();
  }
}
