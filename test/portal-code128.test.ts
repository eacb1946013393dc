import { expect, test } from 'vitest';
import { code128 } from '../portal/src/code128';

/** All letters of ASCII that can be printed. */
const LETTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/** Its symbols, each of six bars and gaps; the last one has a bar more. */
function symbolsOf(text: string): string[] {
  const widths = code128(text).join('');
  return [...(widths.slice(0, -7).match(/.{6}/g) ?? []), widths.slice(-7)];
}

// ZXing, which is made by others, reads these as they are written here.
test.each([
  ['PAT-00000123', '2112143131211113232133111221321131412122222122222221223121311212232331112'],
  ['a~ 1', '2112141211241311412122221232211221322331112'],
  ['0042', '2112322122221121334112122331112'],
])('%s is drawn by bars and gaps of %s', (text, widths) => {
  expect(code128(text).join('')).toBe(widths);
});

test('Every letter and every pair of digits has a symbol of its own, 11 wide, whose bars are an even number', () => {
  const letters = LETTERS.map((letter) => symbolsOf(`${letter}!`)[1] ?? '');
  const pairs = Array.from({ length: 100 }, (_, i) => symbolsOf(`${String(i).padStart(2, '0')}00`)[1] ?? '');
  for (const symbols of [letters, pairs]) expect(new Set(symbols).size).toBe(symbols.length);
  for (const symbol of [...letters, ...pairs]) {
    const widths = Array.from(symbol, Number);
    const wide = (some: number[]) => some.reduce((sum, width) => sum + width, 0);
    expect(wide(widths), symbol).toBe(11);
    expect(wide(widths.filter((_, i) => i % 2 === 0)) % 2, symbol).toBe(0);
  }
  // The same values, in two sets.
  expect(pairs.slice(0, 95)).toEqual(letters);
});

test('A number with its digits in pairs is shorter than one without, and an odd digit goes before them', () => {
  expect(symbolsOf('PAT-00000123')).toHaveLength(12);
  expect(symbolsOf('PAT-000000123')).toHaveLength(13);
  expect(symbolsOf('001234')).toHaveLength(6);
});
