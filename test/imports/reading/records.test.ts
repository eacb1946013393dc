import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import type { SourceRecord } from '../../../src/imports/reading/found';
import { RECORD_MAX_BYTES, readRecords, TooLongError } from '../../../src/imports/reading/records';
import { type Place, shapeOf } from '../../../src/imports/reading/shape';
import { csvHead, csvLines } from '../../../src/rules/csv';
import { ENCODINGS, type Encoding, type Format } from '../../../src/schemas/import';
import { isFull } from '../../support/volume';
import { encode } from './encode';

const KEY = 'import/of-a-test/file';
const HEAD = 65_536;

/** Reads a file as an import does, in chunks. */
async function read(
  bytes: Uint8Array,
  format: Format,
  encoding: Encoding = 'utf-8',
  most = { rows: 120, bytes: RECORD_MAX_BYTES },
) {
  await env.FILES.put(KEY, bytes);
  const { shape, start } = shapeOf(bytes.subarray(0, HEAD), format, encoding, bytes.length <= HEAD);
  const records: SourceRecord[] = [];
  const chunks: number[] = [];
  for (let place: Place | null = start; place; ) {
    const { records: more, next }: Awaited<ReturnType<typeof readRecords>> = await readRecords(
      env.FILES,
      KEY,
      shape,
      place,
      most,
    );
    records.push(...more);
    chunks.push(more.length);
    if (next) expect(next.offset).toBeGreaterThan(place.offset);
    place = next;
  }
  return { shape, start, records, chunks };
}
const readCsv = (text: string, encoding: Encoding = 'utf-8') => read(encode(text, encoding), 'csv', encoding);
const cellsOf = (records: SourceRecord[]) => records.map(({ cells }) => cells);

const TEXT = 'id;name\n1;"Zoë, ""Zo"""\n2;"two\nlines"\n\n3;Åsa\n';
const ROWS = [
  { line: 2, cells: { id: '1', name: 'Zoë, "Zo"' } },
  { line: 3, cells: { id: '2', name: 'two\nlines' } },
  { line: 6, cells: { id: '3', name: 'Åsa' } },
];

describe('A table', () => {
  for (const encoding of ENCODINGS)
    for (const mark of encoding.startsWith('utf') ? ['', '\uFEFF'] : [''])
      for (const [lineEnd, called] of [
        ['\n', 'LF'],
        ['\r\n', 'CRLF'],
        ['\r', 'CR'],
      ] as const)
        for (const separator of [',', ';', '\t', '|'])
          it(`of ${encoding}${mark && ', marked,'} with ${called} and ${JSON.stringify(separator)} is read`, async () => {
            const text = mark + TEXT.replaceAll(';', separator).replaceAll('\n', lineEnd);
            const { shape, records } = await readCsv(text, encoding);
            expect(shape).toEqual({ format: 'csv', encoding, separator, columns: ['id', 'name'] });
            const expected = ROWS.map(({ line, cells }) => ({
              line,
              cells: { ...cells, name: cells.name.replaceAll('\n', lineEnd) },
            }));
            expect(records).toEqual(expected);
          });

  it('of UTF-16 is read in the order of bytes that its mark says', async () => {
    const { records } = await read(encode(`\uFEFF${TEXT}`, 'utf-16', true), 'csv', 'utf-16', { rows: 1, bytes: 1000 });
    expect(records).toEqual(ROWS);
  });

  it('is read to its end where no line end is there, and where there is no row', async () => {
    expect(cellsOf((await readCsv('a,b\n1,2')).records)).toEqual([{ a: '1', b: '2' }]);
    expect(cellsOf((await readCsv('a,b\r\n1,"2"')).records)).toEqual([{ a: '1', b: '2' }]);
    for (const text of ['a,b', 'a,b\r\n', 'a,b\n\n\n']) expect((await readCsv(text)).records).toEqual([]);
  });

  it('may have several kinds of line ends', async () => {
    const { records } = await readCsv('a,b\r\n1,"x"\n2,y\r\n3,5"\r\n4,"z\r"\r\n');
    expect(cellsOf(records)).toEqual([
      { a: '1', b: 'x' },
      { a: '2', b: 'y' },
      { a: '3', b: '5"' },
      { a: '4', b: 'z\r' },
    ]);
  });

  it('has rows with fewer cells, and those with more are at fault', async () => {
    const { records } = await readCsv('a,b\n1\n1,2,,\n1,2,3\n,,\n');
    expect(records).toEqual([
      { line: 2, cells: { a: '1' } },
      { line: 3, cells: { a: '1', b: '2' } },
      {
        line: 4,
        cells: { a: '1', b: '2' },
        fault: { type: 'csv_invalid', msg: expect.stringContaining('has 3 cells') },
      },
    ]);
  });

  it('says where a quotation mark is wrong', async () => {
    const { records } = await readCsv('a,b\n1,"O"Brien"\n2,x\n3,"open\n4,y\n');
    expect(records.map(({ line, fault }) => [line, fault?.msg])).toEqual([
      [2, expect.stringContaining('should be doubled')],
      [3, undefined],
      [4, expect.stringContaining('never closed')],
    ]);
  });

  it('has columns of a report, and some without a name, which are not read', async () => {
    const { shape, records } = await readCsv(
      'import_line,a,import_msg,b,,import_type,import_column\n7,1,wrong,2,x,enum,a\n',
    );
    expect(shape.columns).toHaveLength(7);
    expect(cellsOf(records)).toEqual([{ a: '1', b: '2' }]);
  });

  it('may have names that objects have, too', async () => {
    const { records } = await readCsv('__proto__,constructor\n1,2\n');
    expect(Object.entries(records[0]?.cells ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('leaves formulas as texts, and takes apostrophes before them away, as our own tables have them', async () => {
    const cells = [
      '=1+1',
      '-5',
      '+46 70',
      '@SUM(A1)',
      ' =1',
      '＝1',
      '\t=1',
      '\nx',
      'a;=1',
      'a\n- b',
      '\uFEFF=1',
      "O'Neil",
      "'x",
    ];
    const columns = { a: (cell: string) => cell, b: () => '=x' };
    for (const separator of [',', ';'] as const) {
      const dialect = { separator, decimal: '.' } as const;
      const { records } = await readCsv(csvHead(columns, dialect) + csvLines(columns, cells, dialect));
      expect(cellsOf(records)).toEqual(cells.map((a) => ({ a, b: '=x' })));
    }
  });

  it('is read back as it was written, in chunks of any size', async () => {
    const letters: Record<Encoding, string> = {
      'utf-8': 'aZ09"\'-=\t\n ,;|é€漢😀\u200f\u2028',
      'utf-16': 'aZ09"\'-=\t\n ,;|é€漢😀\u200f\u0d0a\u0a0d',
      'windows-1252': 'aZ09"\'=\t\n ,;|é€“Ÿ',
      'iso-8859-1': 'aZ09"\'=\t\n ,;|éÿß\u00a0',
    };
    const table = fc.constantFrom(...ENCODINGS).chain((encoding) => {
      const cell = fc.string({ unit: fc.constantFrom(...letters[encoding]), maxLength: 12 });
      const width = 3;
      return fc.record({
        encoding: fc.constant(encoding),
        separator: fc.constantFrom(',', ';', '\t', '|'),
        newline: fc.constantFrom('\n', '\r\n', '\r'),
        mark: fc.constantFrom('', ...(encoding.startsWith('utf') ? ['\uFEFF'] : [])),
        isBigEndian: fc.boolean(),
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 30 }),
        most: fc.record({ rows: fc.integer({ min: 1, max: 9 }), bytes: fc.integer({ min: 1, max: 400 }) }),
      });
    });
    await fc.assert(
      fc.asyncProperty(table, async ({ encoding, separator, newline, mark, isBigEndian, rows, most }) => {
        // With one of one kind alone it knows which one ends the lines; apostrophes are of a test of their own.
        const plain = rows.map((row) => row.map((cell) => cell.replaceAll("'", '').replaceAll('\n', newline)));
        const text = mark + Papa.unparse([['a', 'b', 'c'], ...plain], { delimiter: separator, newline, quotes: true });
        const bytes = encode(text, encoding, isBigEndian && mark !== '');
        const { records, shape } = await read(bytes, 'csv', encoding, most);
        expect(shape.separator).toBe(separator);
        const full = plain.filter((row) => row.some((cell) => cell.trim() !== ''));
        expect(cellsOf(records)).toEqual(full.map(([a, b, c]) => ({ a, b, c })));
      }),
      { numRuns: isFull ? 500 : 60 },
    );
  });
});

describe('Longer than a range', () => {
  it('is read by several, with letters of several bytes at their ends, and says each line', async () => {
    const rows = Array.from({ length: 4_000 }, (_, n) => `${n};${'漢😀'.repeat(n % 60)}`);
    for (const encoding of ['utf-8', 'utf-16'] as const) {
      const bytes = encode(`id;name\n${rows.join('\r\n')}\r\n`, encoding);
      expect(bytes.length).toBeGreaterThan(2 * 131_072);
      const { records, chunks } = await read(bytes, 'csv', encoding, { rows: 1_500, bytes: RECORD_MAX_BYTES });
      expect(records.map(({ line, cells }) => `${line - 2} ${cells.id};${cells.name ?? ''}`)).toEqual(
        rows.map((row, n) => `${n} ${row}`),
      );
      expect(Math.max(...chunks)).toBeLessThanOrEqual(1_500);
    }
  });

  const wide = (bytes: number) => 'x'.repeat(bytes - 'id\n'.length);
  it('is a record of up to 1 MiB', async () => {
    const long = 'x'.repeat(RECORD_MAX_BYTES - 3);
    const { records } = await readCsv(`a,b\n1,y\n2,${long}\n3,z\n`);
    expect(records.map(({ line, cells }) => [line, String(cells.b).length])).toEqual([
      [2, 1],
      [3, long.length],
      [4, 1],
    ]);
  });

  it.each([
    ['a line', `2,${wide(RECORD_MAX_BYTES + 3)}\n`],
    ['one that never ends', `2,${'x'.repeat(3 * RECORD_MAX_BYTES)}`],
    ['what an open quotation mark begins', `2,"${'x\n'.repeat(2 * RECORD_MAX_BYTES)}`],
  ])('but of more is none, as %s: the records before it are read', async (_, row) => {
    const bytes = encode(`a,b\n1,y\n${row}`, 'utf-8');
    await env.FILES.put(KEY, bytes);
    const { shape, start } = shapeOf(bytes.subarray(0, 8), 'csv', 'utf-8', false);
    const most = { rows: 120, bytes: RECORD_MAX_BYTES };
    const { records, next } = await readRecords(env.FILES, KEY, shape, start, most);
    expect(cellsOf(records)).toEqual([{ a: '1', b: 'y' }]);
    expect(next).toEqual({ offset: 8, line: 3 });
    await expect(readRecords(env.FILES, KEY, shape, next ?? start, most)).rejects.toThrow(TooLongError);
    await expect(readRecords(env.FILES, KEY, shape, next ?? start, most)).rejects.toMatchObject({ line: 3 });
  });

  it('is what has only blank rows', async () => {
    const { records } = await readCsv(`a,b,c\n1,2,3\n${',,\r\n'.repeat(700_000)}4,5,6\n`);
    expect(records.map(({ line, cells }) => [line, cells.a])).toEqual([
      [2, '1'],
      [700_003, '4'],
    ]);
  });
});

describe('NDJSON', () => {
  it('has an object in each line', async () => {
    const text = '\uFEFF{"a":1,"b":{"c":"é"}}\r\n\n[1]\nnull\n{"a":\n{"d":""}';
    for (const encoding of ['utf-8', 'utf-16'] as const) {
      const { shape, records } = await read(encode(text, encoding, true), 'ndjson', encoding, { rows: 2, bytes: 100 });
      expect(shape).toEqual({ format: 'ndjson', encoding, separator: null, columns: ['a', 'b', 'd'] });
      expect(records.map(({ line, cells, fault }) => [line, cells, fault?.type])).toEqual([
        [1, { a: 1, b: { c: 'é' } }, undefined],
        [3, {}, 'dict_type'],
        [4, {}, 'dict_type'],
        [5, {}, 'json_invalid'],
        [6, { d: '' }, undefined],
      ]);
    }
  });

  it('of FHIR has no columns', async () => {
    const { shape, records } = await read(encode('{"resourceType":"Patient"}\n', 'utf-8'), 'fhir-ndjson');
    expect([shape.columns, cellsOf(records)]).toEqual([[], [{ resourceType: 'Patient' }]]);
  });

  it('has no line of more than 1 MiB', async () => {
    const bytes = encode(`{"a":"${'x'.repeat(RECORD_MAX_BYTES)}"}\n{}`, 'utf-8');
    await expect(read(bytes, 'ndjson')).rejects.toMatchObject({ name: 'TooLongError', line: 1 });
  });
});
