import { describe, expect, it } from 'vitest';
import { type Criterion, criteriaOf, type SearchRules } from '../../../src/rules/search/criteria';
import { DOCTORS, THINGS, PATIENTS as WITH_FORMER_NUMBERS } from '../../support/search';

// Each number would be there twice.
const { formerNumbers: _, ...PATIENTS } = WITH_FORMER_NUMBERS;
const INVOICES: SearchRules = { codes: ['INV', 'PAT'], phones: false, dateOfBirth: null };

/** `anna|annakarin` for prefixes, `=x` for a whole term, `PAT:148` for a number. */
function short({ prefixes, terms, numbers }: Criterion): string {
  const written = Object.entries(numbers).map(([code, number]) => `${code}:${number}`);
  return [...prefixes, ...terms.map((term) => `=${term}`), ...written].join('|');
}

const criteria = (search: string, rules: SearchRules) => criteriaOf(search, rules).map(short);

describe('criteriaOf() words', () => {
  it.each([
    ['', []],
    [" ' - 🙂 \u0301", []],
    ['anna', ['anna']],
    ['anna ann An annika', ['annika|anannika|annanannika', 'anna']],
    ['anne marie', ['marie|annemarie', 'anne']],
    ['anne-marie', ['marie|annemarie', 'anne']],
    ["o'brien", ['obrien|=o', 'obrien|brien']],
    ["0 z'z", ['0zz|z', 'zz|0zz|=z', '0']],
    ["l'o'brien", ['lobrien|=l', 'lobrien|=o', 'lobrien|brien']],
    ['o brien', ['brien|obrien', 'o']],
    ['van der berg', ['berg|derberg|vanderberg', 'van', 'der|vander']],
    ['müller', ['muller|mueller']],
    ['lab-12', ['lab', '12|lab12']],
    ['lab12', ['lab12']],
    ['4-b', ['4', 'b|4b']],
    ['x'.repeat(50), ['x'.repeat(40)]],
  ])('reads %j', (search, expected) => expect(criteria(search, PATIENTS)).toEqual(expected));

  it('keeps the 8 longest words', () => {
    const found = criteria('a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii jjjjjjjjjj', PATIENTS);
    expect(found.map((one) => one.split('|')[0]?.[0]).join('')).toBe('jihgfedc');
  });
});

describe('criteriaOf() registration numbers', () => {
  it.each(['PAT-00000148', 'pat148', 'PAT 148', 'pat-148', 'pat–148', 'Pat #148', 'ＰＡＴ１４８', 'pat 00000148'])(
    'reads %j as a patient',
    (search) => expect(criteria(search, PATIENTS)).toEqual(['PAT:148']),
  );

  it.each([
    ['148', PATIENTS, ['148|=#841|PAT:148']],
    ['00000148', PATIENTS, ['#84100000|00000148|=#841|PAT:148']],
    ['148', INVOICES, ['148|INV:148|PAT:148']],
    ['inv-7 pat 148', INVOICES, ['INV:7', 'PAT:148']],
    ['pat148', DOCTORS, ['pat148']],
    ['pat 148', THINGS, ['pat', '148|pat148']],
    ['pat 148 1984', PATIENTS, ['PAT:148', '#4891|*1984|1984|pat1481984|PAT:1984']],
    ['pat 070 123', PATIENTS, ['#321070|070123|pat070123|=#32107', 'pat']],
    ['pat 0', PATIENTS, ['pat', '0|pat0']],
  ])('reads %j', (search, rules, expected) => expect(criteria(search, rules)).toEqual(expected));
});

describe('criteriaOf() other numbers', () => {
  it.each([
    ['1984', ['#4891|*1984|1984|PAT:1984']],
    ['1984-02-29', ['#92204891|*19840229|19840229|=*198402|=*1984']],
    ['02/1984', ['#489120|*198402|021984|=#48912|=*1984']],
    ['070-123 45 67', ['#765432107|0701234567']],
    ['4567 123', ['#3217654|4567123']],
    ['svensson 4567', ['svensson', '#7654|4567|svensson4567|PAT:4567']],
    // The year, and the rest, or all of it as one phone number
    ['555 1984', ['#4891555|555|=#555|PAT:555', '#4891|*1984|1984|5551984|PAT:1984']],
    ['0 1', ['0|=#1', '1|01|=#1|PAT:1']],
  ])('reads %j among patients', (search, expected) => expect(criteria(search, PATIENTS)).toEqual(expected));

  it('reads no phone number and no date where a list has none', () => {
    expect(criteria('1984-02-29', THINGS)).toEqual(['1984', '02', '29']);
    expect(criteria('1984', DOCTORS)).toEqual(['#4891|1984|DOC:1984']);
  });

  it('reads day and month in the order of the deployment', () => {
    const american: SearchRules = { ...PATIENTS, dateOfBirth: 'month-day' };
    expect(criteria('03/04/1984', PATIENTS)[0]).toContain('*19840403');
    expect(criteria('03/04/1984', american)[0]).toContain('*19840304');
  });
});

describe('criteriaOf() former numbers', () => {
  it.each([
    ['0148', ['#8410|0148|=#841|==EX-148|PAT:148']],
    ['ek 148', ['148|ek148|=#841|==EX-148|==EX-ek148|PAT:148', 'ek|==EX-ek148']],
    ['MRN-0148', ['0148|mrn0148|==EX-mrn0148', 'mrn|==EX-mrn0148']],
    ['anna-karin', ['karin|annakarin', 'anna']],
  ])('reads %j', (search, expected) => expect(criteria(search, WITH_FORMER_NUMBERS)).toEqual(expected));
});
