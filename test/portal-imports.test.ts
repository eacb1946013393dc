import { describe, expect, test } from 'vitest';
import { dialectIn, faultsIn, namedIn, offeredOf } from '../portal/src/import-mapping';

const dialectOf = (...cells: string[]) =>
  dialectIn([Object.fromEntries(cells.map((cell, i) => [i, cell]))], 'day-month');

describe('How a file seems to write dates and numbers', () => {
  test('is said by points, and by numbers that are no month', () => {
    expect(dialectOf('31.12.1984', '80,5')).toEqual({ date_order: 'dmy', locale: 'de' });
    expect(dialectOf('05.04.1984')).toEqual({ date_order: 'dmy', locale: '' });
    expect(dialectIn([{ born: '05.04.1984' }], 'month-day').date_order).toBe('dmy');
    expect(dialectOf('05/04/1984', '05/31/1984').date_order).toBe('mdy');
    expect(dialectOf('05/04/1984', '31/05/1984 10:30').date_order).toBe('dmy');
    expect(dialectOf('1984/12/31').date_order).toBe('ymd');
  });

  test('is as the hospital writes it where nothing says it', () => {
    expect(dialectOf('05/04/1984').date_order).toBe('dmy');
    expect(dialectIn([{ born: '05/04/1984' }], 'month-day').date_order).toBe('mdy');
  });

  test('is as programs write it otherwise', () => {
    expect(dialectOf('1984-12-31', '1234.5', '0151 2345601', '1.2.3.4', 'a, 5')).toEqual({
      date_order: '',
      locale: '',
    });
    expect(dialectIn([{ age: 5, more: null, all: [] }], 'day-month')).toEqual({ date_order: '', locale: '' });
    expect(dialectOf('1.234,50').locale).toBe('de');
    expect(dialectOf('1,234').locale).toBe('');
  });
});

describe('What columns become', () => {
  test('is the first of a list, and nothing of lists in lists', () => {
    expect(offeredOf(['first_name', 'addresses.N.city', 'identifiers.N.type.coding.N.code', 'tags'])).toEqual([
      'first_name',
      'addresses.0.city',
      'tags',
    ]);
  });

  test('is a field once, and a number with its system', () => {
    expect([...faultsIn({ a: 'dob', b: 'dob', c: '', d: '', e: 'email' })]).toEqual([
      ['a', 'twice'],
      ['b', 'twice'],
    ]);
    expect([...faultsIn({ a: 'identifiers.0.value' })]).toEqual([['a', 'noSystem']]);
    expect([...faultsIn({ a: 'identifiers.0.value', b: 'identifiers.0.system' })]).toEqual([]);
    expect(namedIn({ a: 'dob', b: '' })).toEqual({ a: 'dob' });
  });
});
