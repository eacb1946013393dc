/** Parameters of what nobody needs to look for: elements that all resources of a type have alike, and what is true or false. */
import { type SQL, sql } from 'drizzle-orm';
import type { Condition, Parameter } from './condition';
import { MalformedValue, tokenOf } from './values';

const MET: Condition = { shape: 'constant', value: '' };

/** All meet it, or none does. @param coding left out where no resource of the type has the element: then none does */
export const constantParameter = (documentation: string, coding?: { system: string; code: string }): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const isMet = or
      .map(tokenOf)
      .some(({ system = coding?.system, code }) => system === coding?.system && (code === '' || code === coding?.code));
    return coding && isMet ? MET : null;
  },
});

const BOOLEANS = 'http://terminology.hl7.org/CodeSystem/special-values';

/** @param isTrue of a row; left out where it is true of all */
export const booleanParameter = (name: string, documentation: string, isTrue?: SQL): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const tokens = or.map(tokenOf);
    if (tokens.some(({ system = BOOLEANS, code }) => system !== BOOLEANS || !['true', 'false'].includes(code)))
      throw new MalformedValue('true or false is expected');
    const [wanted, ...others] = new Set(tokens.map(({ code }) => code));
    if (others.length > 0) return MET;
    if (!isTrue) return wanted === 'true' ? MET : null;
    return {
      ...{ shape: `${name} is ${wanted}`, value: '' },
      where: () => (wanted === 'true' ? isTrue : sql`not (${isTrue})`),
    };
  },
});

export const activeParameter = booleanParameter('active', 'true: others are not found');
