// What the recorded hospital was asked.

const SEARCHES = {
  patient: [
    'svensson',
    'Åsa',
    'sven as',
    'muller',
    '李',
    'иванова',
    'محمد',
    'celik',
    'strasse',
    "o'neil",
    '4567',
    '29.2.1984',
  ],
  doctor: ['lind', 'tran', 'colleague', 'DOC-00000002', 'GONE-1'],
  department: ['grosse', 'og-1'],
  invoice: ['INV-00000002', 'svensson', 'consultation', 'мария'],
  catalog: ['rontgen', 'x-1'],
};
const ORDERS = ['created_at', 'issue_date', 'due_date', 'status', 'reg_number', 'total_amount'];
const TAGS = ['insurance', 'ward', 'say "aah"', 'C:\\x-ray', 'nothing'];

/** @param ids of all rows, deleted ones included, by table */
export function questions(ids, regNumbers) {
  const [doctor] = ids.doctor.slice(1);
  const paths = ['/patient/?view=full', '/doctor/?view=full', '/auth/totp'];
  for (const [list, searches] of Object.entries(SEARCHES)) {
    paths.push(`/${list}/`, `/${list}/?limit=3`);
    for (const search of searches) paths.push(`/${list}/?search=${encodeURIComponent(search)}`);
  }
  for (const id of ids.department) paths.push(`/department/${id}`);
  for (const table of ['patient', 'doctor']) {
    for (const id of ids[table]) paths.push(`/${table}/${id}`, `/${table}/${id}?view=full`);
    for (const number of regNumbers[table]) paths.push(`/${table}/reg_number/${number}`);
  }
  for (const id of ids.patient) {
    paths.push(`/patient/${id}/duplicates`, `/invoice/?patient_id=${id}`, `/static/?entity_id=${id}&deleted=true`);
  }
  for (const id of ids.invoice) {
    paths.push(`/invoice/${id}`, `/invoice/${id}/payments`, `/invoice/${id}/credit-note`);
  }
  for (const id of ids.catalog_item) paths.push(`/catalog/${id}?view=full`);
  for (const id of ids.appointment) paths.push(`/calendar/appointments/${id}?view=full`);
  for (const order of ORDERS)
    paths.push(`/invoice/?order_by=${order}`, `/invoice/?order_by=-${order}&limit=2&offset=1`);
  for (const tag of TAGS) paths.push(`/invoice/?tags=${encodeURIComponent(tag)}`);
  for (const status of ['DRAFT', 'ISSUED', 'PAID', 'VOID']) paths.push(`/invoice/?status=${status}`);
  paths.push(`/calendar/doctors/${doctor}/hours`, '/calendar/closures');
  paths.push('/calendar/appointments/?from=2026-12-01&to=2027-02-01');
  paths.push(`/calendar/slots?doctor_id=${doctor}&from=2027-01-04&to=2027-01-05`);
  return [
    // First, as each answer that follows is put on record.
    ['admin', '/audit/access'],
    ...paths.map((path) => ['staff', path]),
    ...['admin', 'staff', 'none'].map((as) => [as, '/auth/users/me']),
    ...['/auth/users', '/auth/sessions', '/audit/'].map((path) => ['admin', path]),
    ...['/payment/?from=2026-11-01&to=2026-11-30', '/payment/summary?from=2026-11-01&to=2026-11-30'].map((path) => [
      'admin',
      path,
    ]),
  ];
}
