import { describe, expect, it } from 'vitest';
import {
  alternativesOf,
  dayRangesOf,
  FIRST,
  LAST,
  MalformedValue,
  rangesOf,
  referredId,
  tokenOf,
} from '../../src/fhir/search/values';

const at = (text: string) => Date.parse(text);

describe('A value of a date parameter', () => {
  const DAY = [at('2026-03-29T00:00Z'), at('2026-03-30T00:00Z')] as const;

  it.each([
    ['2026-03-29', [DAY]],
    ['eq2026-03-29', [DAY]],
    ['ge2026-03-29', [[DAY[0], LAST]]],
    ['gt2026-03-29', [[DAY[1], LAST]]],
    ['sa2026-03-29', [[DAY[1], LAST]]],
    ['lt2026-03-29', [[FIRST, DAY[0]]]],
    ['eb2026-03-29', [[FIRST, DAY[0]]]],
    ['le2026-03-29', [[FIRST, DAY[1]]]],
    [
      'ne2026-03-29',
      [
        [FIRST, DAY[0]],
        [DAY[1], LAST],
      ],
    ],
    ['2026', [[at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z')]]],
    ['2026-12', [[at('2026-12-01T00:00Z'), at('2027-01-01T00:00Z')]]],
    ['2026-03-29T08:15Z', [[at('2026-03-29T08:15Z'), at('2026-03-29T08:16Z')]]],
    ['2026-03-29T08:15:30+02:00', [[at('2026-03-29T06:15:30Z'), at('2026-03-29T06:15:31Z')]]],
    ['2026-03-29T08:15:30.5Z', [[at('2026-03-29T08:15:30.500Z'), at('2026-03-29T08:15:30.501Z')]]],
    ['9999-12-31', [[at('9999-12-31T00:00Z'), LAST]]],
  ])('%s', (value, ranges) => {
    expect(rangesOf(value, 'UTC')).toEqual(ranges);
  });

  it('counts in the time zone of the hospital, whose days may have 23 hours', () => {
    expect(rangesOf('2026-03-29', 'Europe/Stockholm')).toEqual([[at('2026-03-28T23:00Z'), at('2026-03-29T22:00Z')]]);
    expect(rangesOf('2026-03-29T08:15', 'Europe/Stockholm')).toEqual([
      [at('2026-03-29T06:15Z'), at('2026-03-29T06:16Z')],
    ]);
  });

  it('is text where the column has days alone', () => {
    expect(dayRangesOf('ge1984-02-29')).toEqual([['1984-02-29', '~']]);
    expect(dayRangesOf('lt1984')).toEqual([['', '1984-01-01']]);
    expect(dayRangesOf('1984-02')).toEqual([['1984-02-01', '1984-03-01']]);
  });

  it.each(['', 'x', '26', '2026-13', '2026-02-30', '2026-1-1', 'ap2026', 'ge', '2026-03-29T25:00Z', '2026-03-29T08'])(
    'refuses %s',
    (value) => {
      expect(() => rangesOf(value, 'UTC')).toThrow(MalformedValue);
    },
  );
});

it('tells alternatives apart, but for an escaped comma', () => {
  expect(alternativesOf('a,b')).toEqual(['a', 'b']);
  expect(alternativesOf('a\\,b,c')).toEqual(['a\\,b', 'c']);
  expect(alternativesOf('a\\\\,b')).toEqual(['a\\\\', 'b']);
  expect(alternativesOf('a,,b,')).toEqual(['a', 'b']);
  expect(alternativesOf('\\')).toEqual(['\\']);
});

it('reads tokens', () => {
  expect(tokenOf('code')).toEqual({ system: undefined, code: 'code' });
  expect(tokenOf('http://a.example|code')).toEqual({ system: 'http://a.example', code: 'code' });
  expect(tokenOf('|code')).toEqual({ system: '', code: 'code' });
  expect(tokenOf('urn:a|')).toEqual({ system: 'urn:a', code: '' });
  expect(tokenOf('a\\|b')).toEqual({ system: undefined, code: 'a|b' });
});

it('reads references of this server', () => {
  const read = (value: string) => referredId(value, ['Patient'], 'https://h.example/fhir/r4');
  expect(read('x1')).toEqual({ id: 'x1' });
  expect(read('Patient/x1')).toEqual({ type: 'Patient', id: 'x1' });
  expect(read('https://h.example/fhir/r4/Patient/x1')).toEqual({ type: 'Patient', id: 'x1' });
  expect(read('Patient/x1/_history/3')).toEqual({ type: 'Patient', id: 'x1' });
  expect(read('Practitioner/x1')).toBeUndefined();
  expect(read('https://other.example/fhir/r4/Patient/x1')).toBeUndefined();
  expect(read('urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0')).toBeUndefined();
  for (const malformed of ['a b', 'Patient/', 'Patient/a/b', '/x1', '#x1', 'x'.repeat(65), 'https://h.example/a b'])
    expect(() => read(malformed), malformed).toThrow(MalformedValue);
});
