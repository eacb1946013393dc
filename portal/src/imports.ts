import { type Schema, unwrap } from 'hospital-service-client';
import { useEffect, useRef } from 'preact/hooks';
import { asTable } from './csv';
import { dropDraft, keepDraft } from './drafts';
import { textOfFault } from './errors';
import { isolated, joined } from './format';
import { type Loaded, useLoad } from './hooks';
import { office, t } from './i18n';
import { isForgotten } from './idle-clock';
import { hospital } from './session';

export type Import = Schema<'Import'>;
export type Preview = Schema<'ImportPreview'>;
export type Row = Schema<'ImportRow'>;
export type Result = 'failed' | 'duplicate';
type State = Import['state'];

export const ENTITIES = [
  'patient',
  'doctor',
  'department',
  'catalog',
  'appointment',
] as const satisfies Import['entity'][];
export const FORMATS = ['csv', 'ndjson', 'fhir-ndjson'] as const satisfies Import['format'][];
export const ENCODINGS = ['utf-8', 'utf-16', 'windows-1252', 'iso-8859-1'] as const satisfies Import['encoding'][];
export const ON_DUPLICATE = ['skip', 'report', 'create'] as const satisfies Import['on_duplicate'][];
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const satisfies Import['date_order'][];

/** What is chosen is one of those that were offered. */
export const oneOf = <T extends string>(offered: readonly [T, ...T[]], text: string): T =>
  offered.find((each) => each === text) ?? offered[0];

const LOOKS: Record<State, string> = {
  draft: 'over',
  ready: '',
  checking: 'warn',
  checked: '',
  running: 'warn',
  done: 'good',
  failed: 'bad',
  stopped: 'over',
};
export const lookOf = ({ state }: Import): string => LOOKS[state];

export const isUnderWay = ({ state }: Import): boolean => state === 'checking' || state === 'running';
/** It waits for what somebody chooses. */
export const isOpen = ({ state }: Import): boolean => state === 'draft' || state === 'ready' || state === 'checked';
/** Its counts are those of its file and its settings. */
export const hasCounts = (record: Import): boolean =>
  !isUnderWay(record) && record.dry_run !== null && record.state !== 'ready';

/** All that there are, the newest first. */
export const loadImports = async (signal: AbortSignal): Promise<Import[]> =>
  unwrap(await hospital.GET('/imports/', { signal }));

export const loadPreview = async (id: string, signal: AbortSignal): Promise<Preview> =>
  unwrap(await hospital.GET('/imports/{id}/preview', { params: { path: { id } }, signal }));

/** So many rows of a report are on the page. */
export const SHOWN = 100;

export const loadRows = async (id: string, result: Result, signal: AbortSignal): Promise<Row[]> =>
  unwrap(
    await hospital.GET('/imports/{id}/rows', { params: { path: { id }, query: { result, limit: SHOWN } }, signal }),
  );

/** All of them, to be mended. */
export const readRows = async (id: string, result: Result): Promise<Blob> =>
  unwrap(await hospital.GET('/imports/{id}/rows', { params: { path: { id }, query: { result, ...asTable() } } }));

/** Sends the file of an import, also while somebody looks at other pages. A new load of the page would end it, so it asks first. */
export async function sendFile(id: string, file: File, onProgress: (fraction: number) => void): Promise<void> {
  const controller = new AbortController();
  const key = `file of import ${id}`;
  keepDraft(key, 1, (count) => t.drafts.uploads(count), { onForget: () => controller.abort() });
  try {
    const headers = { 'content-type': 'application/octet-stream' };
    const { signal } = controller;
    unwrap(await hospital.PUT('/imports/{id}/file', { params: { path: { id } }, headers, file, onProgress, signal }));
  } finally {
    dropDraft(key);
  }
}

/** Milliseconds between two looks at what is under way: each is a little later than the one before. */
const FIRST_LOOK = 1000;
const LAST_LOOK = 5000;

/** An import, which is looked at again while it is under way and the page is seen. Looking is no use of the portal. */
export function useImport(id: string): Loaded<Import> {
  const loaded = useLoad(
    async (signal) => unwrap(await hospital.GET('/imports/{id}', { params: { path: { id } }, signal })),
    [id],
  );
  const { data, error, reload } = loaded;
  const wait = useRef(FIRST_LOOK);
  useEffect(() => {
    if (!data || !isUnderWay(data)) {
      wait.current = FIRST_LOOK;
      return;
    }
    let timer = setTimeout(look, wait.current);
    function look() {
      if (document.visibilityState === 'visible' && !isForgotten()) reload();
      else timer = setTimeout(look, FIRST_LOOK);
    }
    wait.current = Math.min(wait.current * 1.1, LAST_LOOK);
    return () => clearTimeout(timer);
  }, [data, error, reload]);
  return loaded;
}

/** What is wrong with a row. A field whose rule has words is the last step of its path. */
export function faultText({ column, type, msg }: Row, { mapping }: Import): string {
  const path = (column !== null && mapping?.[column]) || column || '';
  return textOfFault({ loc: path.split('.'), type, msg });
}

/** Of whom a row is likely, in the service's words. */
export function sameText({ msg }: Row): string {
  const [, row] = /\brow (\d+) of this file$/.exec(msg) ?? [];
  if (row) return office.imports.sameRow(row);
  const [, number] = /^Likely the same person as (.*)$/.exec(msg) ?? [];
  return number ? office.imports.sameAs(isolated(number)) : msg;
}

/** So many cells say which row it is. */
const CELLS = 4;

export const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

export const rowText = ({ row }: Row): string =>
  joined(
    Object.values(row)
      .map(cellText)
      .filter((text) => text !== '')
      .slice(0, CELLS),
  );
