// Searches and tags at their worst: what many records have, in every order, with filters, offsets and cursors.
import { LARGE_PAYER } from '../lib/hospital.mjs';
import { commonWords, hostileSearches } from '../lib/hostile.mjs';
import { CATALOG_ORDERS, INVOICE_ORDERS } from './lists.mjs';
import { offsetAt, SEARCH_OFFSET_MAX } from './world.mjs';

// Names are the same at every size, so where a page begins is told without its number.
const PLACES = {
  offset: () => 'deep offset',
  cursor: (seq) => (seq > 2 ? 'cursor in the middle' : 'cursor at the end'),
};
const described = (rest) =>
  Object.entries(rest).map(([name, value]) => `, ${PLACES[name]?.(value) ?? `${name} ${value}`}`);
const request = (list, name, parameters) => ({
  name: `${list}: ${name}`,
  path: `/${list}/?${new URLSearchParams(parameters)}`,
  times: 1,
  hostile: true,
});

const search = (list, text, rest = {}) =>
  request(list, `"${text}"${described(rest).join('')}`, [['search', text], ...Object.entries(rest)]);
const tagged = (list, tags, rest = {}) =>
  request(list, `tags ${tags.join(' + ')}${described(rest).join('')}`, [
    ...tags.map((tag) => ['tags', tag]),
    ...Object.entries(rest),
  ]);
const everySearch = (list) => hostileSearches(list).map((text) => search(list, text));

/** Lists that are paged by key. */
function byKey(list, rows) {
  const common = commonWords(list);
  const both = common.join(' ');
  const deep = offsetAt(rows, 0.025, SEARCH_OFFSET_MAX);
  return [
    ...everySearch(list),
    ...[20, 100].flatMap((limit) => [common[0], both, 'm g', '0 1'].map((text) => search(list, text, { limit }))),
    ...[common[0], both].flatMap((text) => [
      search(list, text, { offset: deep, limit: 100 }),
      search(list, text, { cursor: rows / 2, limit: 100 }),
      search(list, text, { cursor: 2, limit: 100 }),
    ]),
    search(list, 'a', { offset: offsetAt(rows, 0.9, SEARCH_OFFSET_MAX), limit: 100 }),
  ];
}

const inFull = (list) =>
  [...commonWords(list), commonWords(list).join(' '), 'a', '0 1'].map((text) => search(list, text, { view: 'full' }));

/** Lists that are paged by offset, with a total. */
function byOffset(list, orders, tags, rows) {
  const [word, other] = commonWords(list);
  const both = `${word} ${other}`;
  const tag = tags.slice(0, 1);
  const pages = [{ limit: 0 }, { limit: 20 }, { limit: 1000 }, { offset: offsetAt(rows, 0.2, SEARCH_OFFSET_MAX) }];
  return [
    ...everySearch(list),
    ...[...orders.map((order_by) => ({ order_by })), ...pages].flatMap((rest) => [
      search(list, word, rest),
      search(list, both, rest),
      tagged(list, tag, rest),
      tagged(list, tags, rest),
    ]),
    tagged(list, tag, { search: word }),
    tagged(list, tags, { search: both }),
    tagged(list, ['no-such-tag', ...tags]),
  ];
}

const INSURED = ['insured'];
const COMMON_TAGS = [...INSURED, 'outpatient'];
const STATUS = { status: 'PAID' };

const ofInvoices = ({ tag }) => [
  ...INVOICE_ORDERS.flatMap((order_by) => [
    search('invoice', 'maria', { order_by }),
    search('invoice', 'consultation', { ...STATUS, order_by }),
    tagged('invoice', INSURED, { ...STATUS, order_by }),
    tagged('invoice', COMMON_TAGS, { ...STATUS, order_by }),
  ]),
  tagged('invoice', [...INSURED, tag]),
  tagged('invoice', INSURED, { search: 'maria' }),
  tagged('invoice', INSURED, { search: 'maria garcia', ...STATUS }),
];

const ofLargePayer = ({ words }) =>
  ['created_at', '-total_amount']
    .flatMap((order_by) => {
      const rest = { order_by, patient_id: LARGE_PAYER };
      return [
        search('invoice', words.largePayer, { order_by }),
        search('invoice', `${words.largePayer} consultation`, { order_by }),
        ...['consultation', 'c u', '0 1', 'maria'].map((text) => search('invoice', text, rest)),
        tagged('invoice', INSURED, rest),
        tagged('invoice', INSURED, { ...rest, search: 'consultation' }),
      ];
    })
    .map((one) => ({ ...one, name: one.name.replace(`patient_id ${LARGE_PAYER}`, 'of a patient with very many') }));

export const searches = (world) => [
  ...byKey('patient', world.counts.patient),
  ...inFull('patient'),
  ...byKey('doctor', world.counts.doctor),
  ...inFull('doctor'),
  ...byKey('department', world.counts.department),
  ...byOffset('invoice', INVOICE_ORDERS, COMMON_TAGS, world.counts.invoice),
  ...ofInvoices(world),
  ...ofLargePayer(world),
  ...byOffset('catalog', CATALOG_ORDERS, ['listed', 'routine'], world.counts.catalog_item),
];
