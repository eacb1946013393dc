// What the first release was asked: every GET of its document, in the forms that portals know.

const INVOICE_ORDERS = ['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount'];
const CATALOG_ORDERS = ['created_at', 'code', 'name', 'category', 'default_price'];
const both = (names) => names.flatMap((name) => [name, `-${name}`]);
const SEARCHES = {
  patient: [
    'svensson',
    'asa',
    'Åsa',
    'sven as',
    'muller',
    '李',
    'иванова',
    'محمد',
    'celik',
    'strasse',
    'berg',
    'anna berg',
    'PAT-00000003',
    '00000007',
    "o'neil",
    '%',
    'padded',
    'lukasiewicz',
    '1234567',
    'nobody',
  ],
  doctor: ['lind', 'greta ek', 'tran', 'colleague', 'DOC-00000002', 'SE-12345'],
  department: ['card', 'imaging', 'ogon', '小児'],
  invoice: ['INV-00000004', 'svensson', 'berg', 'consultation', 'oneill', 'ECG'],
  catalog: ['ecg', 'ubung', 'service', 'rontgen', 'x-ray-7', 'arzte 3'],
};

/** @param ids of all rows, deleted ones included, by table */
export function questions(ids, regNumbers) {
  const paths = [];
  for (const list of ['department', 'patient', 'doctor', 'invoice', 'catalog']) {
    paths.push(`/${list}/`, `/${list}/?limit=3`);
    for (const search of SEARCHES[list]) paths.push(`/${list}/?search=${encodeURIComponent(search)}`);
  }
  paths.push('/patient/?view=full', '/doctor/?view=full');
  for (const id of ids.department) paths.push(`/department/${id}`);
  for (const table of ['patient', 'doctor']) {
    for (const id of ids[table]) paths.push(`/${table}/${id}`, `/${table}/${id}?view=full`);
    for (const number of regNumbers[table]) paths.push(`/${table}/reg_number/${number}`);
  }
  for (const id of ids.invoice) paths.push(`/invoice/${id}`);
  for (const id of ids.catalog_item) paths.push(`/catalog/${id}`, `/catalog/${id}?view=full`);
  for (const order of both(INVOICE_ORDERS)) {
    paths.push(`/invoice/?order_by=${order}`, `/invoice/?order_by=${order}&limit=5&offset=4&status=ISSUED`);
  }
  for (const order of both(CATALOG_ORDERS))
    paths.push(`/catalog/?order_by=${order}`, `/catalog/?order_by=${order}&tags=imaging&offset=2`);
  for (const status of ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'])
    paths.push(`/invoice/?status=${status}`);
  for (const tag of ['insurance', 'ward', 'insurance&tags=Großhandel', 'nothing'])
    paths.push(`/invoice/?tags=${encodeURI(tag)}`);
  for (const id of ids.patient) paths.push(`/invoice/?patient_id=${id}`);
  for (const id of ids.appointment.slice(0, 9)) paths.push(`/invoice/?appointment_id=${id}`);
  return [
    ...paths.map((path) => ['staff', path]),
    ...['admin', 'staff', 'doctor', 'billing', 'none'].map((as) => [as, '/auth/users/me']),
    ['admin', '/auth/users'],
  ];
}
