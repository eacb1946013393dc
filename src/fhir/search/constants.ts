/** Parameters of what nobody needs to look for: elements that all resources of a type have alike, and what is true or false. */
import { type SQL, sql } from 'drizzle-orm';
import type { Parameter } from './condition';
import { MalformedValue, tokenOf } from './values';

/** All meet it, or none does. @param coding left out where no resource of the type has the element: then none does */
export const constantParameter = (documentation: string, coding?: { system: string; code: string }): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const isMet = or
      .map(tokenOf)
      .some(({ system = coding?.system, code }) => system === coding?.system && (code === '' || code === coding?.code));
    return coding && isMet ? { shape: 'constant', value: '' } : null;
  },
});

const BOOLEANS = 'http://terminology.hl7.org/CodeSystem/special-values';

/** Without `isTrue` it is true of all. */
export const booleanParameter = (name: string, documentation: string, isTrue?: SQL): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const asked = or.map(tokenOf).map(({ system = BOOLEANS, code }) => system === BOOLEANS && code);
    if (asked.some((code) => code !== 'true' && code !== 'false'))
      throw new MalformedValue('true or false is expected');
    const [wanted, ...others] = new Set(asked);
    const isAny = others.length > 0;
    if (!isTrue) return isAny || wanted === 'true' ? { shape: 'constant', value: '' } : null;
    if (isAny) return { shape: 'constant', value: '' };
    return {
      ...{ shape: `${name} is ${wanted}`, value: '' },
      where: () => (wanted === 'true' ? isTrue : sql`not (${isTrue})`),
    };
  },
});

export const activeParameter = booleanParameter('active', 'true: others are not found');
