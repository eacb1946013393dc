import { describe, expect, it } from 'vitest';
import { phoneReading, phoneTerms } from '../../../src/rules/search/phone';

const backwards = (digits: string) => `#${[...digits].reverse().join('')}`;

describe('phoneTerms()', () => {
  it.each([
    ['+46 70-123 45 67', ['46701234567']],
    ['0046 70 123 45 67', ['46701234567']],
    ['+46 (0)70-123 45 67', ['46701234567']],
    ['070-123 45 67', ['701234567']],
    ['(070) 123.45.67', ['701234567']],
    ['030/901820', ['30901820']],
    ['＋４６ ７０１２３４５６７', ['46701234567']],
    ['٠٥٠١٢٣٤٥٥٥', ['501234555']],
    ['020 7946 0958 ext. 12', ['2079460958']],
    ['020 7946 0958 x12', ['2079460958']],
    ['070-1234567, 08-112233', ['701234567', '8112233']],
    ['112', ['112']],
    ['unknown', []],
    ['', []],
    ['000', []],
    [null, []],
  ])('turns %j into %j', (text, numbers) => expect(phoneTerms(text)).toEqual(numbers.map(backwards)));
});

/** Is the stored number found by the typed one? */
function finds(typed: string, stored: string): boolean {
  const { prefixes, terms } = phoneReading(typed);
  return phoneTerms(stored).some((term) => terms.includes(term) || prefixes.some((prefix) => term.startsWith(prefix)));
}

describe('phoneReading()', () => {
  const forms = [
    '+46 70-123 45 67',
    '0046701234567',
    '+46 (0)70 1234567',
    '46 70 123 45 67',
    '070-123 45 67',
    '70 123 45 67',
  ];
  const written = forms.flatMap((typed) => forms.map((stored): [string, string] => [typed, stored]));

  it.each(written)('lets %j find %j', (typed, stored) => expect(finds(typed, stored)).toBe(true));

  it.each([
    ['4567', '070-123 45 67'],
    ['123 45 67', '+46 70-123 45 67'],
    ['8 916 123-45-67', '+7 916 123-45-67'],
    ['8 916 123-45-67', '916 123-45-67'],
    ['+7 916 123-45-67', '8 (916) 123-45-67'],
    ['8 612 34567', '+370 612 34567'],
    ['+370 612 34567', '8 612 34567'],
    ['8 029 123 45 67', '8 029 123 45 67'],
    ['80 29 123 45 67', '+375 29 123 45 67'],
    ['06 20 123 4567', '+36 20 123 4567'],
    ['+36 1 123 4567', '06 1 123 4567'],
    ['+39 06 6982 1234', '06 6982 1234'],
    ['06 6982 1234', '+39 06 6982 1234'],
    ['+354 555 1234', '555 1234'],
    ['+298 212345', '212345'],
    ['112', '112'],
    ['0112', '112'],
  ])('lets %j find %j', (typed, stored) => expect(finds(typed, stored)).toBe(true));

  it.each([
    ['4567 123', '070-123 45 67'],
    ['567', '070-123 45 67'],
    ['1234', '070-123 45 67'],
    ['+47 70 123 45 67', '+46 70-123 45 67'],
    ['+46 70 123 45 67', '5 70 123 45 67'],
    ['06 12 34 56 78', '07 12 34 56 78'],
    ['070-123 45 67', '123 45 67'],
    ['070-123 45 67 8', '070-123 45 67'],
    ['+852 1234 5678', '+7 521 234 56 78'],
    ['0000', '112'],
  ])('does not let %j find %j', (typed, stored) => expect(finds(typed, stored)).toBe(false));
});
