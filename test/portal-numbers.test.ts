import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberText, readNumber } from '../portal/src/number-text';

const LOCALES = ['en-GB', 'en-US', 'de-DE', 'de-CH', 'ar-EG', 'ar', 'ar-AE'];
/** Of yen, dollars and Kuwaiti dinars. */
const DECIMALS = [0, 2, 3];

describe('A number', () => {
  test('is shown with the decimals of the currency, as the language writes it', () => {
    expect(DECIMALS.map((decimals) => numberText('80', decimals, 'en-GB'))).toEqual(['80', '80.00', '80.000']);
    expect(numberText('112.5', 2, 'en-GB')).toBe('112.50');
    expect(numberText('1234.5', 2, 'de-DE')).toBe('1234,50');
    expect(numberText('80', 2, 'ar-EG')).toBe('٨٠٫٠٠');
  });

  test('keeps decimals that are too many, and what is no number, for the one who typed it', () => {
    expect(numberText('80.005', 2, 'en-GB')).toBe('80.005');
    expect(numberText('eighty', 2, 'en-GB')).toBe('eighty');
    expect(numberText('', 2, 'en-GB')).toBe('');
  });

  test('is read with either decimal mark, with groups or without, in any digits', () => {
    for (const locale of LOCALES) {
      for (const text of ['80.5', '80,5', '80,50', '080.50', '٨٠٫٥', ' 80.5 ', '\u200e80.5']) {
        expect(readNumber(text, locale), `${text} in ${locale}`).toBe('80.5');
      }
      for (const text of ['1.234,5', '1,234.5', "1'234.5", '1 234,5']) {
        expect(readNumber(text, locale), `${text} in ${locale}`).toBe('1234.5');
      }
      for (const text of ['', '-', '.', 'eighty', '1,2,3', '1.2.3', '80-5', '1e3']) {
        expect(readNumber(text, locale), `${text} in ${locale}`).toBeUndefined();
      }
    }
    expect(readNumber('.5', 'en-GB')).toBe('0.5');
    expect(readNumber('-5', 'en-GB')).toBe('-5');
  });

  test('has a mark of thousands where it can be one, by the language', () => {
    expect(readNumber('1,234', 'en-GB')).toBe('1234');
    expect(readNumber('1,234', 'de-DE')).toBe('1.234');
    expect(readNumber('1.234', 'de-DE')).toBe('1234');
    expect(readNumber('1.234', 'ar-EG')).toBe('1.234');
  });

  test('is read as it is shown, to the last digit', () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 21n }), fc.integer({ min: 0, max: 999 }));
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom(...LOCALES),
        fc.constantFrom(...DECIMALS),
        ([integer, part], locale, shown) => {
          const fraction = String(part).padStart(3, '0').replace(/0+$/, '');
          const value = `${integer}${fraction && `.${fraction}`}`;
          expect(readNumber(numberText(value, shown, locale), locale)).toBe(value);
        },
      ),
    );
  });
});
