import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, csvHead, csvLines, dialectOf, RFC_4180 } from '../../src/rules/csv';
import { parseCsv } from '../support/csv';

const columns = { a: (row: Cell[]) => row[0], b: (row: Cell[]) => row[1] };
const lines = (...rows: Cell[][]) => csvLines(columns, rows);
const german = { separator: ';', decimal: ',' } as const;

describe('A table of RFC 4180', () => {
  it('has a line of names and one of each row, which end in CRLF', () => {
    expect(csvHead(columns) + lines(['x', 1], [null, undefined])).toBe('a,b\r\nx,1\r\n,\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['a;b', '"a;b"'],
    [' padded ', '" padded "'],
    ['Åsa', 'Åsa'],
  ])('quotes %j where it must', (text, cell) => expect(lines([text, ''])).toBe(`${cell},\r\n`));

  it.each([
    ['=1+1', "'=1+1"],
    ['+46 70', "'+46 70"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['\tx', `"'\tx"`],
    ['  =1', "'  =1"],
    // Cells of their own where the separator is a semicolon, as in Germany and Brazil.
    ['a;=1+1;b', `"a;'=1+1;b"`],
    ['a; @x', `"a;' @x"`],
    ['two\r\n=1', `"two\r\n'=1"`],
    ['＝1', "'＝1"],
    // As where a file with a byte order mark was pasted, or put behind another one.
    ['\uFEFF=1', "'\uFEFF=1"],
    [' \uFEFF \uFEFF@x', "' \uFEFF \uFEFF@x"],
    ['a;\uFEFF=1', `"a;'\uFEFF=1"`],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a=1', 'a=1'],
  ])('takes its meaning from %j as a formula', (text, cell) => expect(lines([text, ''])).toBe(`${cell},\r\n`));

  it('leaves numbers as they are, those below 0 as well', () => expect(lines([-5.25, 0])).toBe('-5.25,0\r\n'));

  it.each([RFC_4180, german])('is read back as it was by any reader, but for the apostrophes: %j', (dialect) => {
    const unit = fc.constantFrom(...'=,";\r\n\t +-@a\uFEFF');
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit }));
    const others = dialect.separator === ',' ? /[;\t\r\n]/ : /[,\t\r\n]/;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const read = parseCsv(csvLines(columns, rows, dialect), dialect.separator);
        const plain = (cells: readonly string[][]) => cells.map((row) => row.map((text) => text.replaceAll("'", '')));
        expect(plain(read)).toEqual(plain(rows));
        for (const text of read.flat()) {
          expect(text).not.toMatch(/^[\t\r\n]/);
          for (const part of text.split(others)) expect(part).not.toMatch(/^[ \uFEFF]*[=+\-@＝＋－＠]/);
        }
      }),
    );
  });
});

describe('A table for the spreadsheets of a place', () => {
  it.each([
    ['de-DE', german],
    ['fr', german],
    ['sv-SE', german],
    ['ar-MA', german],
    ['de-u-nu-arab', german],
    ['en', RFC_4180],
    ['de-CH', RFC_4180],
    ['ar-EG', RFC_4180],
    ['tlh', undefined],
    ['de_DE', undefined],
    ['', undefined],
  ])('%j is %j', (locale, dialect) => expect(dialectOf(locale)).toEqual(dialect));

  it('has semicolons, and commas in numbers', () => {
    const rows = [
      ['a,b', 1234.5],
      ['a;b', -0.25],
      ['1.5', null],
    ];
    expect(csvHead(columns, german) + csvLines(columns, rows, german)).toBe(
      'a;b\r\n"a,b";1234,5\r\n"a;b";-0,25\r\n1.5;\r\n',
    );
  });

  it('takes its meaning from a formula behind a comma, which others read as a separator', () => {
    expect(csvLines(columns, [['a, =1+1', 'a;=1']], german)).toBe(`"a,' =1+1";"a;=1"\r\n`);
  });
});
