/** What a clinic brings from its former system. */
import type { Import, ImportPreview, ImportRow } from '../../src/imports/schemas';

/** Counts before a run. */
export const NONE = { rows: 0, created: 0, failed: 0, duplicate: 0, known: 0 };

export const done: Import = {
  id: '5b7c2c39-8f5e-4e0f-9d0b-0c5f6f3c1a52',
  entity: 'patient',
  format: 'csv',
  source: 'urn:clinic:former-system',
  encoding: 'utf-8',
  mapping: { Nr: 'external_id', Vorname: 'first_name', Nachname: 'last_name', Geschlecht: 'gender', geboren: 'dob' },
  locale: null,
  date_order: 'dmy',
  on_duplicate: 'skip',
  state: 'done',
  reason: null,
  size: 412_803,
  read: 412_803,
  dry_run: false,
  ...{ rows: 2_410, created: 2_381, failed: 12, duplicate: 9, known: 8 },
  created_at: '2027-03-01T18:02:11.000Z',
  started_at: '2027-03-01T18:31:40.000Z',
  ended_at: '2027-03-01T18:32:19.000Z',
  expires_at: '2027-03-08T18:32:19.000Z',
};

export const draft: Import = {
  ...done,
  ...NONE,
  ...{ state: 'draft', size: null, read: 0, dry_run: null, started_at: null, ended_at: null },
  expires_at: '2027-03-08T18:02:11.000Z',
};

const row = { Nr: '4711', Vorname: 'Ada', Nachname: 'Muster', Geschlecht: 'Female', geboren: '31.02.1984' };

export const preview: ImportPreview = {
  columns: Object.keys(row),
  rows: [row],
  suggested_mapping: done.mapping ?? {},
  fields: ['external_id', 'first_name', 'last_name', 'gender', 'dob', 'addresses.N.city'],
};

export const importRow: ImportRow = {
  line: 17,
  column: 'geboren',
  type: 'date_parsing',
  msg: 'Input should be a valid date in the form YYYY-MM-DD',
  row,
};
