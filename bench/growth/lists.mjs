// Lists by offset: every order_by, both directions, every filter.
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
const COUNTED = 'finds more in a larger hospital';
const SORTED = 'a tag that more have is sorted by another field than creation';

const orders = (names) => names.flatMap((name) => [name, `-${name}`]);
const INVOICE_ORDERS = orders(['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount']);
const CATALOG_ORDERS = orders(['created_at', 'code', 'name', 'category', 'default_price']);

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
  const deep = (rows) => Math.floor(rows * 0.9);
  return [
    ...combinations('invoices', '/invoice/', FILTERS(world), INVOICE_ORDERS),
    { name: 'invoices, limit 0', path: '/invoice/?limit=0' },
    { name: 'invoices by created_at: a common tag', path: '/invoice/?tags=insured' },
    { name: 'invoices by -created_at: a common tag', path: '/invoice/?tags=insured&order_by=-created_at' },
    {
      name: 'invoices by total_amount: a common tag',
      path: '/invoice/?tags=insured&order_by=total_amount',
      grows: SORTED,
    },
    { name: 'invoices: two tags, one common', path: `/invoice/?tags=insured&tags=${world.tag}`, grows: COUNTED },
    { name: 'invoices: status, a common tag', path: '/invoice/?tags=insured&status=PAID', grows: COUNTED },
    { name: 'invoices: a word of every invoice', path: '/invoice/?search=consultation', times: 2, grows: COUNTED },
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
    { name: 'catalog by created_at: a tag of all', path: '/catalog/?tags=listed' },
    { name: 'catalog by name: a tag of all', path: '/catalog/?tags=listed&order_by=name', grows: SORTED },
    { name: 'catalog: a word of all', path: '/catalog/?search=half', grows: COUNTED },
    { name: 'catalog: offset 90 %', path: `/catalog/?offset=${deep(counts.catalog_item)}`, grows: SEEN },
  ];
}
