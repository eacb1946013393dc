/** What an import is, in the words of its table and of the API. */
export const IMPORT_ENTITIES = ['patient', 'doctor', 'department', 'catalog', 'appointment'] as const;
export type ImportEntity = (typeof IMPORT_ENTITIES)[number];

export const IMPORT_FORMATS = ['csv', 'ndjson', 'fhir-ndjson'] as const;
export type Format = (typeof IMPORT_FORMATS)[number];
export const ENCODINGS = ['utf-8', 'utf-16', 'windows-1252', 'iso-8859-1'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
export const ON_DUPLICATE = ['skip', 'report', 'create'] as const;

/** `checking` is a dry run, which ends in `checked`, or is `ready` again; `running` ends in `done` or `stopped`, either in `failed`. */
export const IMPORT_STATES = ['draft', 'ready', 'checking', 'checked', 'running', 'done', 'failed', 'stopped'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Columns of a file, by the paths of fields: `addresses.0.city`. */
export type Mapping = Record<string, string>;

export interface ImportSettings {
  entity: ImportEntity;
  format: Format;
  source: string;
  encoding: Encoding;
  mapping: Mapping | null;
  locale: string | null;
  date_order: DateOrder | null;
  on_duplicate: (typeof ON_DUPLICATE)[number];
}

/** What the beginning of a file says of all of it. */
export interface SourceShape {
  format: Format;
  encoding: Encoding;
  /** of a CSV alone */
  separator: string | null;
  /** Of a CSV all, in their order, also those that are not read; of NDJSON the members of the first objects. */
  columns: string[];
}

/**
 * What another system calls a record that is no patient. Of a visit, too: it may have the number of a patient, and identifiers of
 * both are unique together.
 */
export interface ForeignNaming {
  entity: Exclude<ImportEntity, 'patient'>;
  system: string;
  value: string;
}
