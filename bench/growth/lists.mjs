// Lists by offset: every order_by, both directions, every filter. Searches and tags find 40 here; see searches.mjs.
import { offsetAt } from './world.mjs';

const FILTERS = (world) => ({
  '': '',
  status: 'status=ISSUED',
  patient_id: `patient_id=${world.patient()}`,
  appointment_id: `appointment_id=${world.appointment.id}`,
  'status, patient_id': `status=ISSUED&patient_id=${world.patient()}`,
  'tags (40 have it)': `tags=${world.tag}`,
  'status, tags': `status=ISSUED&tags=${world.tag}`,
  'search (40 found)': `search=${world.words.patient}`,
  'search, own word (40)': `search=${world.words.invoice}`,
  'search, tags, status': `search=${world.words.patient}&tags=${world.tag}&status=DRAFT`,
});
const SEEN = 'walks what it skips';

const orders = (names) => names.flatMap((name) => [name, `-${name}`]);
export const INVOICE_ORDERS = orders(['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount']);
export const CATALOG_ORDERS = orders(['created_at', 'code', 'name', 'category', 'default_price']);

function combinations(name, path, filters, fields) {
  const all = Object.entries(filters).flatMap(([filter, query]) =>
    fields.map((order) => ({
      name: `${name} by ${order}${filter && `: ${filter}`}`,
      path: `${path}?order_by=${order}&${query}`,
      times: 3,
    })),
  );
  return [{ name: `${name}, 10`, path: `${path}?limit=10` }, ...all];
}

export function lists(world) {
  const { counts, words } = world;
  const deep = (rows) => offsetAt(rows, 0.9);
  return [
    ...combinations('invoices', '/invoice/', FILTERS(world), INVOICE_ORDERS),
    { name: 'invoices, limit 0', path: '/invoice/?limit=0' },
    { name: 'invoices: offset 90 %', path: `/invoice/?offset=${deep(counts.invoice)}`, grows: SEEN },
    {
      name: 'invoices by total_amount: offset 90 %',
      path: `/invoice/?order_by=total_amount&offset=${deep(counts.invoice)}`,
      grows: SEEN,
    },
    ...combinations(
      'catalog',
      '/catalog/',
      { '': '', 'tags (40 have it)': `tags=${world.kit}`, 'search (40 found)': `search=${words.catalog}` },
      CATALOG_ORDERS,
    ),
    { name: 'catalog: offset 90 %', path: `/catalog/?offset=${deep(counts.catalog_item)}`, grows: SEEN },
  ];
}
