// What the columns of a file become, and how its dates and numbers are written: what the page of an import begins with.

/** Fields by columns; of a column that is left out the field is empty. */
export type Mapping = Readonly<Record<string, string>>;

/** What is offered. Of a list a file seldom has more than its first element, and lists in lists never. */
export const offeredOf = (paths: readonly string[]): string[] =>
  paths.filter((path) => path.split('.N').length <= 2).map((path) => path.replace('.N', '.0'));

/** What is sent: columns that are left out are not named. */
export const namedIn = (mapping: Mapping): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).filter(([, path]) => path !== ''));

const NUMBER = /^(identifiers\.\d+)\.value$/;

/** What is wrong with a mapping, by columns. */
export function faultsIn(mapping: Mapping): Map<string, 'twice' | 'noSystem'> {
  const paths = Object.values(mapping);
  const faults = new Map<string, 'twice' | 'noSystem'>();
  for (const [column, path] of Object.entries(mapping)) {
    if (path === '') continue;
    const [, identifier] = NUMBER.exec(path) ?? [];
    if (paths.filter((other) => other === path).length > 1) faults.set(column, 'twice');
    else if (identifier && !paths.includes(`${identifier}.system`)) faults.set(column, 'noSystem');
  }
  return faults;
}

const DAY_OF_THREE = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}\b/;
const YEAR_FIRST = /^\d{4}[./]\d{1,2}[./]\d{1,2}\b/;
const WITH_COMMA = /^-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/;

/** In which order dates have their parts: as points say it, or a number that is no month, and otherwise as the hospital writes. */
function orderOf(cells: readonly string[], hospital: 'day-month' | 'month-day'): '' | 'dmy' | 'mdy' | 'ymd' {
  const days = cells.flatMap((cell) => [DAY_OF_THREE.exec(cell) ?? []].filter(({ length }) => length > 0));
  if (days.some(([, first, mark]) => mark === '.' || Number(first) > 12)) return 'dmy';
  if (days.some(([, , , second]) => Number(second) > 12)) return 'mdy';
  if (days.length > 0) return hospital === 'day-month' ? 'dmy' : 'mdy';
  return cells.some((cell) => YEAR_FIRST.test(cell)) ? 'ymd' : '';
}

/** How rows seem to write dates and numbers; empty where nothing says that they do it otherwise than programs. */
export function dialectIn(rows: readonly Readonly<Record<string, unknown>>[], hospital: 'day-month' | 'month-day') {
  const cells = rows.flatMap((row) => Object.values(row).filter((cell) => typeof cell === 'string'));
  return {
    date_order: orderOf(cells, hospital),
    locale: cells.some((cell) => WITH_COMMA.test(cell)) ? 'de' : '',
  };
}
