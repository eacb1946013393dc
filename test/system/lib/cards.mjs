// A card index of patients as a German spreadsheet has it, with faults of each kind.

const SYLLABLES = 'ka lo mi ra ne su to vi pe da bo li gu fa ze wo'.split(' ');
const COLUMNS = [
  'Nr',
  'Vorname',
  'Nachname',
  'Geschlecht',
  'Geburtsdatum',
  'Telefon',
  'Straße',
  'PLZ',
  'Ort',
  'Personalausweis',
  'E-Mail',
];
const ROW = Object.fromEntries(COLUMNS.map((name, n) => [name, n]));

/** What becomes of a row by it, and how it is made of a row and of one before it. Each is every hundredth row. */
export const FAULTS = [
  { is: 'failed', make: (row) => row.with(ROW.Geburtsdatum, '31.02.1980') },
  { is: 'failed', make: (row) => row.with(ROW.Vorname, '') },
  { is: 'failed', make: (row) => row.with(ROW['E-Mail'], 'am Empfang') },
  { is: 'failed', make: (row) => [...row, 'one too many'] },
  { is: 'failed', make: (row, other) => row.with(ROW.Personalausweis, other[ROW.Personalausweis]) },
  { is: 'known', make: (row, other) => row.with(ROW.Nr, other[ROW.Nr]) },
  {
    is: 'duplicate',
    make: (row, other) =>
      row
        .with(ROW.Vorname, other[ROW.Vorname])
        .with(ROW.Nachname, other[ROW.Nachname])
        .with(ROW.Geburtsdatum, other[ROW.Geburtsdatum]),
  },
];

/** What `POST /imports/` is told of it. */
export const CARDS = {
  entity: 'patient',
  source: 'urn:card-index',
  encoding: 'windows-1252',
  date_order: 'dmy',
  locale: 'de-DE',
};

/** @param random as `randomOf` has it. @returns the file, and how many rows of it end how */
export function cardsOf(rows, random) {
  const name = (length) => {
    const text = Array.from({ length }, () => random.pick(SYLLABLES)).join('');
    return text[0].toUpperCase() + text.slice(1);
  };
  const integer = (low, high) => Math.floor(random.between(low, high));
  const two = (number) => String(number).padStart(2, '0');
  const person = (n) => [
    ...[`A${n}`, name(2), name(5), random.pick(['m', 'w'])],
    ...[`${two(integer(1, 29))}.${two(integer(1, 13))}.${integer(1930, 2020)}`, `+49 30 ${integer(1e6, 1e7)}`],
    ...[`Hauptstraße ${integer(1, 100)}`, String(integer(10_000, 99_999)), 'Köln', `T${n}-${integer(0, 1e6)}`, ''],
  ];
  const counts = { rows, created: 0, failed: 0, duplicate: 0, known: 0 };
  const sound = [];
  const lines = Array.from({ length: rows }, (_, n) => {
    const row = person(n);
    const at = n % 100 >= 50 ? (n % 100) - 50 : -1;
    const fault = at % 7 === 0 ? FAULTS[at / 7] : undefined;
    if (fault) {
      counts[fault.is]++;
      // Of this chunk or of one long before.
      return fault.make(row, random.pick(random.next() < 0.5 ? sound.slice(-10) : sound));
    }
    counts.created++;
    sound.push(row);
    return row;
  });
  const text = [COLUMNS, ...lines].map((cells) => `${cells.join(';')}\r\n`).join('');
  return { file: Buffer.from(text, 'latin1'), counts };
}
