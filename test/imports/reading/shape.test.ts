import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { InvalidError } from '../../../src/errors';
import { fitting } from '../../../src/imports/reading/fitting';
import { shapeOf } from '../../../src/imports/reading/shape';
import type { Encoding, Format } from '../../../src/schemas/import';
import { encode } from './encode';

function refusalOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidError) return error.faults;
    throw error;
  }
  return [];
}

describe('The beginning of a file', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);
  it.each<[string, Format, Encoding, string | Uint8Array, string]>([
    ['empty', 'csv', 'utf-8', '', 'The file is empty'],
    ['blank', 'ndjson', 'utf-8', '\uFEFF\r\n \n', 'The file is empty'],
    ['without names', 'csv', 'utf-8', ';;;\n;;\n', 'No line names the columns'],
    ['with two names that are the same', 'csv', 'utf-8', 'a,b, a \n', 'Columns 1 and 3 have the same name'],
    [
      'with a long name',
      'csv',
      'utf-8',
      `a,"${'x'.repeat(201)}"\n`,
      'The name of column 2 is longer than 200 characters',
    ],
    ['with many columns', 'csv', 'utf-8', names(501).join(','), 'The file has more than 500 columns'],
    [
      'with many members',
      'ndjson',
      'utf-8',
      JSON.stringify(Object.fromEntries(names(501).map((n) => [n, 1]))),
      'The file has more than 500 columns',
    ],
    [
      'marked as another',
      'csv',
      'windows-1252',
      encode('\uFEFFa,b', 'utf-8'),
      'The file is not windows-1252: it begins with the mark of utf-8',
    ],
    [
      'marked as another',
      'csv',
      'utf-8',
      encode('\uFEFFa,b', 'utf-16', true),
      'The file is not utf-8: it begins with the mark of utf-16',
    ],
    ['of another encoding', 'csv', 'utf-8', encode('a,é\n', 'iso-8859-1'), 'The file is not utf-8'],
  ])('that is %s is refused (%s, %s)', (_, format, encoding, text, msg) => {
    const bytes = typeof text === 'string' ? encode(text, encoding) : text;
    expect(refusalOf(() => shapeOf(bytes, format, encoding, true))).toEqual([
      { loc: ['body'], msg, type: 'value_error' },
    ]);
  });

  it('has the whole line of names', () => {
    const bytes = encode('a,"b\nb",c\n', 'utf-8');
    expect(refusalOf(() => shapeOf(bytes.subarray(0, 6), 'csv', 'utf-8', false))).toHaveLength(1);
    const { shape, start } = shapeOf(bytes, 'csv', 'utf-8', false);
    expect([shape.columns, start]).toEqual([['a', 'b\nb', 'c'], { offset: 10, line: 3 }]);
  });

  it('may have blank lines, and columns without a name', () => {
    const { shape, start } = shapeOf(encode('\uFEFF\r\n;\r\n a ;b;;\r\n1;2', 'utf-8'), 'csv', 'utf-8', true);
    expect(shape).toMatchObject({ separator: ';', columns: ['a', 'b', '', ''] });
    expect(start).toEqual({ offset: 3 + 2 + 3 + 9, line: 4 });
  });

  it.each([
    ['Name;Preis\nA;1,50\nB;2,50\n', ';'],
    ['Name;Preis;Rabatt\nA;1,50;2,5\nB;2,50;3,5\n', ';'],
    ['Name\tNotes\nA\tone, two; three\nB\tx\n', '\t'],
    ['a|b\n1|2,2\n', '|'],
    ['name\nA\nB\n', ','],
    ['a;b;c\n1;2;3\n1,5', ';'],
  ])('says how %j is parted', (text, separator) => {
    expect(shapeOf(encode(text, 'utf-8'), 'csv', 'utf-8', false).shape.separator).toBe(separator);
  });
});

describe('What a file of an encoding has', () => {
  async function pass(bytes: Uint8Array, encoding: Encoding, size: number) {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const write = async () => {
      for (let at = 0; at < bytes.length; at += size) await writer.write(bytes.subarray(at, at + size));
      await writer.close();
    };
    const [, read] = await Promise.all([
      write().catch(() => {}),
      new Response(readable.pipeThrough(fitting(encoding))).bytes().then(
        (passed) => ({ passed }),
        (error: unknown) => ({ error }),
      ),
    ]);
    return read;
  }

  it.each<[Encoding, string]>([
    ['utf-8', 'é漢😀\n'],
    ['utf-8', '\uFEFFé漢😀\n'],
    ['utf-16', 'é漢😀\n'],
    ['utf-16', '\uFEFFé漢😀\n'],
    ['windows-1252', 'é€Ÿ\n'],
    ['iso-8859-1', 'éÿß\n'],
    ['utf-8', ''],
    ['utf-8', 'a'],
  ])('passes: %s %j', async (encoding, text) => {
    for (const size of [1, 2, 3, 5, 100]) {
      const bytes = encode(text.repeat(3), encoding);
      expect(await pass(bytes, encoding, size)).toEqual({ passed: new Uint8Array(bytes) });
    }
  });

  const odd = (text: string, encoding: Encoding, ...bytes: number[]) =>
    Buffer.concat([encode(text, encoding), Buffer.from(bytes)]);
  it.each<[Encoding, Uint8Array, string]>([
    ['utf-8', odd('é\né\n', 'utf-8', 0x41, 0xe9, 0x41), 'byte 8, in line 3, does not fit'],
    ['utf-8', odd('é\r\r', 'utf-8', 0xe9, 0x41), 'byte 5, in line 3, does not fit'],
    ['utf-8', encode('abc', 'utf-16'), 'byte 2, in line 1, does not fit'],
    ['utf-8', odd('abc\n', 'utf-8', 0xf0, 0x9f), 'it ends within a character'],
    ['utf-16', odd('abc\n', 'utf-16', 0x41), 'it ends within a character'],
    ['utf-16', odd('a\n', 'utf-16', 0x00, 0xdc, 0x41, 0x00), 'byte 5, in line 2, does not fit'],
    ['windows-1252', odd('€\n', 'windows-1252', 0x81), 'byte 3, in line 2, does not fit'],
    ['iso-8859-1', odd('é\n', 'iso-8859-1', 0x80), 'byte 3, in line 2, does not fit'],
    ['windows-1252', encode('\uFEFFabc', 'utf-8'), 'it begins with the mark of utf-8'],
  ])('does not: %s %j', async (encoding, bytes, msg) => {
    for (const size of [1, 2, 3, 100]) {
      const refused = await pass(bytes, encoding, size);
      expect(refused).toEqual({ error: expect.any(InvalidError) });
      expect(refused).toMatchObject({
        error: { faults: [{ loc: ['body'], msg: `The file is not ${encoding}: ${msg}`, type: 'value_error' }] },
      });
    }
  });

  it('is looked at in the order of bytes that the mark says', async () => {
    const bytes = encode('\uFEFF😀漢\n', 'utf-16', true);
    expect(await pass(bytes, 'utf-16', 3)).toEqual({ passed: new Uint8Array(bytes) });
    expect(await pass(bytes.subarray(0, 4), 'utf-16', 3)).toMatchObject({
      error: { faults: [{ msg: 'The file is not utf-16: it ends within a character' }] },
    });
  });

  it('finds it in a long file, and R2 keeps nothing of that', async () => {
    const bytes = Buffer.concat([
      encode('漢x\n'.repeat(100_000), 'utf-8'),
      Buffer.from([0xff]),
      encode('y'.repeat(100_000), 'utf-8'),
    ]);
    const stream = new Blob([bytes])
      .stream()
      .pipeThrough(fitting('utf-8'))
      .pipeThrough(new FixedLengthStream(bytes.length));
    await expect(env.FILES.put('import/unfit/file', stream)).rejects.toMatchObject({
      faults: [{ msg: 'The file is not utf-8: byte 500001, in line 100001, does not fit' }],
    });
    expect(await env.FILES.head('import/unfit/file')).toBeNull();
  });
});
