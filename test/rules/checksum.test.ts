import { describe, expect, it } from 'vitest';
import { checksum } from '../../src/rules/checksum';

describe('The checksum of a text', () => {
  it('is 16 hexadecimal digits, always the same ones', () => {
    for (const text of ['', 'a', '\0', 'é🙂', 'x'.repeat(10_000)]) {
      expect(checksum(text)).toMatch(/^[0-9a-f]{16}$/);
      expect(checksum(text)).toBe(checksum(text));
    }
  });

  it('is another one after any change of a letter, of the order or of the length', () => {
    const text = JSON.stringify([{ id: '0b7f3c1e-58a0-4c7e-9a53-0d5b1c2f9e11', name: 'report.pdf', size: 102_400 }]);
    const changed = Array.from(text, (letter, i) => [
      ...['a', 'b', '0', '1', 'ü'].map((other) => text.slice(0, i) + other + text.slice(i + 1)),
      text.slice(0, i) + text.slice(i + 1),
      text.slice(0, i) + letter + text.slice(i),
      text.slice(0, i) + text.slice(i + 1, i + 2) + letter + text.slice(i + 2),
    ]).flat();
    const texts = new Set(changed);
    expect(new Set([...texts].map(checksum)).size).toBe(texts.size);
  });

  it('differs in each half among many texts', () => {
    const sums = Array.from({ length: 20_000 }, (_, i) => checksum(`file-${i}.pdf`));
    for (const [from, to] of [
      [0, 8],
      [8, 16],
    ]) {
      expect(new Set(sums.map((sum) => sum.slice(from, to))).size).toBeGreaterThan(19_990);
    }
  });
});
