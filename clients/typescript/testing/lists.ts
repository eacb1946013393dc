import { foldWord } from '../../../src/rules/appointment-status.ts';
import { DAY } from '../../../src/rules/clock.ts';
import { instant } from '../../../src/rules/datetime.ts';
import { textsOf, wordsOf } from '../../../src/rules/search/words.ts';
import type { Answer, Asked } from './asked.ts';
import { formOf } from './document.ts';
import type { Entity } from './entities.ts';
import { project } from './project.ts';
import { digestOf } from './records.ts';
import { unknown } from './refusal.ts';
import type { Store, Stored } from './store.ts';
import type { Json } from './validate.ts';

const PAGING = ['limit', 'offset', 'cursor', 'order_by', 'view', 'search', 'format', 'bom'];

function textsFound(store: Store, data: Json, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const [name = '', of] = field.split('.');
    const value = of === undefined ? data[name] : store.referred(data, name)?.data[of];
    return typeof value === 'string' ? textsOf(wordsOf(value)) : [];
  });
}

/** By simple words: all must begin a word of the record. How people mistype and dates are written is for the service. */
function matches(store: Store, search: string, { found = [] }: Entity) {
  const words = textsOf(wordsOf(search));
  return ({ data }: Stored) => {
    const texts = textsFound(store, data, found);
    return words.length > 0 && words.every((word) => texts.some((text) => text.startsWith(word)));
  };
}

type Test = (data: Json, value: string, timeZone: string, now: number) => boolean;
const timeOf = (value: unknown, timeZone: string) =>
  typeof value === 'string' ? instant(value, timeZone) : Number.NaN;

/** Parameters that do not have the name of a field. */
const TESTS: Record<string, Test> = {
  from: ({ schedule }, value, zone) => timeOf(schedule, zone) >= timeOf(value, zone),
  to: ({ schedule }, value, zone) => timeOf(schedule, zone) < timeOf(value, zone),
  issued_from: ({ issue_date }, value, zone) => timeOf(issue_date, zone) >= timeOf(value, zone),
  issued_to: ({ issue_date }, value, zone) => timeOf(issue_date, zone) < timeOf(value, zone) + DAY,
  due_before: ({ due_date }, value, zone) => timeOf(due_date, zone) < timeOf(value, zone),
  unpaid: ({ status }, value) => value === 'false' || ['ISSUED', 'PARTIALY_PAID'].includes(String(status)),
  overdue: ({ due_date, status, remaining_amount }, value, zone, now) =>
    value === 'false' ||
    (['ISSUED', 'PARTIALY_PAID'].includes(String(status)) &&
      Number(remaining_amount) > 0 &&
      timeOf(due_date, zone) < now - (now % DAY)),
};

function filters({ operation, query, timeZone, store }: Asked, isField: (name: string) => boolean) {
  const given = Object.entries(query).filter(([name, value]) => !PAGING.includes(name) && value !== undefined);
  const now = store.now();
  return given.map(([name, value]): ((data: Json) => boolean) => {
    const test = TESTS[name];
    if (test) return (data) => test(data, String(value), timeZone, now);
    if (!isField(name)) throw unknown(`The parameter ${name} of ${operation.id}`);
    if (!Array.isArray(value)) return (data) => data[name] === value;
    if (name === 'tags') return ({ tags }) => value.every((tag) => Array.isArray(tags) && tags.includes(tag));
    const words = value.map((one) => foldWord(String(one)));
    return (data) => words.length === 0 || words.includes(foldWord(String(data[name])));
  });
}

function inOrder(records: Stored[], { query, timeZone }: Asked): Stored[] {
  const [, minus, field = 'created_at'] = /^(-?)(.*)$/.exec(String(query.order_by ?? '-created_at')) ?? [];
  const keyOf = ({ data, seq }: Stored) =>
    field === 'created_at' ? seq : field === 'schedule' ? timeOf(data.schedule, timeZone) : (data[field] ?? '');
  const compare = (a: Stored, b: Stored) => {
    const [x, y] = [keyOf(a), keyOf(b)];
    return typeof x === 'number' ? x - Number(y) : String(x) < String(y) ? -1 : Number(x !== y);
  };
  const sign = minus ? -1 : 1;
  return records.toSorted((a, b) => sign * (compare(a, b) || a.seq - b.seq));
}

export function list(asked: Asked, name: string, entity: Entity): Answer {
  const { store, query, url, operation } = asked;
  if (query.format === 'csv') throw unknown(`A table of ${operation.id}`);
  const answer = formOf(operation.answer ?? {}, asked.full);
  const item = answer.items ?? answer.properties?.data?.items ?? {};
  const all = inOrder(store.all(name), asked);
  const isField = (field: string) => all.length === 0 || all.some(({ data }) => field in data);
  const tests = filters(asked, isField);
  const isFound = typeof query.search === 'string' ? matches(store, query.search, entity) : () => true;
  const shown = entity.shown ?? ((_, data) => data);
  const fits = (record: Stored) => {
    const data = shown(asked, record.data);
    return !record.isDeleted && isFound(record) && tests.every((test) => test(data));
  };
  const [limit, offset] = [Number(query.limit), Number(query.offset ?? 0)];
  // Behind the record that the page before has ended with, also where that is gone.
  const last = /\d+$/.exec(String(query.cursor ?? ''))?.[0];
  const rest = last === undefined ? all : all.slice(all.findIndex(({ seq }) => seq === Number(last)) + 1);
  const found = rest.filter(fits);
  const records = found.slice(offset, offset + limit);
  const form = formOf(item, asked.full);
  const data = records.map((record) => project(store, form, shown(asked, record.data), asked.full));
  if (answer.type !== 'array') return { body: { total: found.length, offset, limit, data } };
  const next = new URL(url);
  next.searchParams.delete('offset');
  const { seq } = records.at(-1) ?? { seq: 0 };
  next.searchParams.set('cursor', query.order_by === undefined ? String(seq) : `0.${seq}`);
  const isLast = offset + limit >= found.length;
  const headers = {
    ...(operation.isConditional && { etag: `"${digestOf(data)}"` }),
    ...(!isLast && { link: `<${next}>; rel="next"` }),
  };
  return { body: data, headers };
}
