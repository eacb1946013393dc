// A part of the same service as a team would write it on plain Node: Hono on @hono/node-server, SQLite in the process
// (node:sqlite), no authentication, no validation. Shows what the local simulator of the platform costs, both contenders
// alike. `node node-server.mjs DATABASE`, as a child process: tells its port to its parent and ends with it.
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { CREATE_PATIENT, INVOICES, PATIENT, PATIENTS, patientRow, TOTAL, toInvoice, toPatient } from './lib/plain.mjs';

const db = new DatabaseSync(process.argv[2]);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
const [patient, patients, total, invoices, create] = [PATIENT, PATIENTS, TOTAL, INVOICES, CREATE_PATIENT].map((sql) =>
  db.prepare(sql),
);

const app = new Hono();
app.get('/patient/:id', (c) => c.json(toPatient(patient.get(c.req.param('id')), new URL(c.req.url).origin)));
app.get('/patient/', (c) => c.json(patients.all(Number(c.req.query('limit') ?? 100))));
app.post('/patient/', async (c) => {
  const input = await c.req.json();
  const { id, reg_number } = create.get(...Object.values(patientRow(input, crypto.randomUUID(), Date.now())));
  return c.json({ id, reg_number, ...input, files: [] }, 201);
});
app.get('/invoice/', (c) => {
  const limit = Number(c.req.query('limit') ?? 100);
  return c.json({ total: total.get().total, offset: 0, limit, data: invoices.all(limit).map(toInvoice) });
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.({ port }));
process.on('disconnect', () => process.exit(0));
