import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysIn, largest, levelsOf, spansOf, unitOf } from '../portal/src/plot';

const amount = fc.integer({ min: -5_000_000, max: 50_000_000 }).map((minor) => minor / 100);

describe('The levels of a plot', () => {
  test('are round, begin or pass at 0, and reach around what is shown', () => {
    expect(levelsOf([3, 1, 7])).toEqual([0, 2, 4, 6, 8]);
    expect(levelsOf([120.5, 980])).toEqual([0, 500, 1000]);
    expect(levelsOf([-40, 100])).toEqual([-50, 0, 50, 100]);
    expect(levelsOf([-12])).toEqual([-15, -10, -5, 0]);
    expect(levelsOf([0.3])).toEqual([0, 0.1, 0.2, 0.3]);
    expect(levelsOf([0, 0])).toEqual([0, 1]);
    expect(levelsOf([])).toEqual([0, 1]);
  });

  test('hold for all amounts', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 400 }), (values) => {
        const levels = levelsOf(values);
        expect(levels).toContain(0);
        expect(levels[0]).toBeLessThanOrEqual(Math.min(...values));
        expect(levels.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
        expect(levels.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});

test('The smallest are shown together, where that makes fewer', () => {
  const sum = (others: readonly number[]) => others.reduce((all, one) => all + one, 0);
  expect(largest([5, 4, 3, 2, 1], 3, sum)).toEqual([5, 4, 3, 3]);
  expect(largest([5, 4, 3, 2], 3, sum)).toEqual([5, 4, 3, 2]);
});

describe('The columns of a period', () => {
  const month = (day: string) => day.slice(0, 7);

  test('are days, weeks or months, as many as a phone has room for', () => {
    expect(unitOf({ from: '2030-01-01', to: '2030-01-31' })).toBe('day');
    expect(unitOf({ from: '2030-01-01', to: '2030-06-30' })).toBe('week');
    expect(unitOf({ from: '2028-01-01', to: '2028-12-31' })).toBe('month');
  });

  test('begin with the period and end with it', () => {
    expect(spansOf({ from: '2030-01-30', to: '2030-03-02' }, month)).toEqual([
      { from: '2030-01-30', to: '2030-01-31' },
      { from: '2030-02-01', to: '2030-02-28' },
      { from: '2030-03-01', to: '2030-03-02' },
    ]);
    expect(spansOf({ from: '2030-01-07', to: '2030-01-07' }, (day) => day)).toEqual([
      { from: '2030-01-07', to: '2030-01-07' },
    ]);
  });

  test('have each of its days once', () => {
    const spans = spansOf({ from: '2028-01-01', to: '2028-12-31' }, month);
    expect(spans).toHaveLength(12);
    expect(spans.reduce((days, span) => days + daysIn(span), 0)).toBe(366);
  });
});
