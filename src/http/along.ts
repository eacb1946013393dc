// What an answer shows beside its own records, and finds them by: a scope needs to have that, too.
import { levelOf, scopeText } from '../auth/scopes';
import type { Actor } from '../context';
import { ForbiddenError } from '../errors';
import { fieldsOf, type ShownType, shownBy, shownIn } from '../schemas/marks';
import { covers } from '../scopes';
import type { AppContext } from './context';
import { wantsCsv } from './csv';
import { bodiesOf } from './disclosure';
import type { EndpointSpec } from './endpoint-spec';

const INTERACTIONS = { r: ['r'], rs: ['r', 's'], s: ['s'] } as const;

interface Needed {
  type: ShownType;
  letters: keyof typeof INTERACTIONS;
}

interface Along {
  /** where the query asks for it: by `view`, or as a table */
  shown: Needed[];
  /** by the names of parameters */
  searched: Record<string, Needed>;
  isAlways: boolean;
  hasTable: boolean;
}

export function alongOf({ answers, query }: EndpointSpec): Along {
  const shown = Map.groupBy(
    bodiesOf(answers).flatMap((body) => shownIn(body)),
    ({ type }) => type,
  );
  const parameters = Object.entries(fieldsOf(query));
  return {
    shown: [...shown].map(([type, some]) => ({ type, letters: some.some(({ isEach }) => isEach) ? 'rs' : 'r' })),
    searched: Object.fromEntries(
      parameters.flatMap(([name, parameter]) => {
        const type = shownBy(parameter);
        return type ? [[name, { type, letters: 's' }]] : [];
      }),
    ),
    isAlways: !parameters.some(([name]) => name === 'view'),
    hasTable: Object.values(answers).some(({ csv }) => csv),
  };
}

const computed = new WeakMap<EndpointSpec, Along>();

const FORMATS = ['csv', 'json'] as const;

/** Asked before the query is validated, so any of several values counts. @returns scopes, as `user/Patient.rs` */
export function lackedScopes(c: AppContext, actor: Actor, spec: EndpointSpec): string[] {
  if (actor.scope === undefined) return [];
  const along = computed.get(spec) ?? alongOf(spec);
  computed.set(spec, along);
  const { shown, searched, isAlways, hasTable } = along;
  const sent = c.req.queries();
  const format = FORMATS.find((one) => sent.format?.includes(one));
  const isAsked = isAlways || sent.view?.includes('full') || (hasTable && wantsCsv(c, { format }));
  const by = Object.entries(searched).flatMap(([name, needed]) => (sent[name]?.some(Boolean) ? [needed] : []));
  return [...(isAsked ? shown : []), ...by]
    .filter(({ type, letters }) => INTERACTIONS[letters].some((interaction) => !covers(actor, { type, interaction })))
    .map((needed) => scopeText(levelOf(actor), needed));
}

/** @param scopes that would be needed, too */
export const lacking = (scopes: readonly string[]): ForbiddenError =>
  new ForbiddenError(`The scope of the token does not cover it without ${scopes.join(' ')}`, 'insufficient_scope');
