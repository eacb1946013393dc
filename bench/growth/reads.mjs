// Reads but for the lists by offset. A case: name, method (GET), path, and in `grows` why it may cost more in a larger
// hospital; without that it must not. Searches and tags have a bound instead (verdict.mjs).

const keysetList = (name, path, middle, word) => [
  { name: `${name} list, 10`, path: `${path}?limit=10` },
  { name: `${name} list, 100`, path: `${path}?limit=100` },
  { name: `${name} list, 100 from the middle`, path: `${path}?limit=100&cursor=${middle}` },
  { name: `${name} list, search`, path: `${path}?search=${word}&limit=100` },
  { name: `${name} list, search, 10`, path: `${path}?search=${word}&limit=10` },
];

const MAY = 'from=2027-05-01&to=2027-06-01';

export function reads(world, state) {
  const { counts, words, middle } = world;
  return [
    { name: 'me', path: '/auth/users/me' },
    { name: 'accounts, 100', path: '/auth/users?limit=100' },
    ...keysetList('departments', '/department/', 151, 'DEP00010'),
    { name: 'department', path: `/department/${world.department()}` },
    ...keysetList('patients', '/patient/', middle + 1, words.patient),
    { name: 'patients list, full, 100', path: '/patient/?limit=100&view=full' },
    { name: 'patients list, two words', path: `/patient/?search=${words.patient}%20an&limit=100` },
    { name: 'patients list, a number', path: `/patient/?search=${state.patientNumber}&limit=100` },
    { name: 'patient', path: `/patient/${world.patient()}` },
    { name: 'patient with a file', path: `/patient/${world.patientWithFile}` },
    { name: 'patient, full', path: `/patient/${world.patient()}?view=full` },
    { name: 'patient by number', path: `/patient/reg_number/${state.patientNumber}` },
    ...keysetList('doctors', '/doctor/', counts.doctor / 2 + 101, words.doctor),
    { name: 'doctors list, full, 100', path: '/doctor/?limit=100&view=full' },
    { name: 'doctor', path: `/doctor/${world.doctor()}` },
    { name: 'doctor, full', path: `/doctor/${world.doctor()}?view=full` },
    { name: 'doctor by number', path: `/doctor/reg_number/${state.doctorNumber}` },
    { name: 'files of a patient', path: `/static/?entity_id=${world.patientWithFile}` },
    { name: 'files of a patient, deleted', path: `/static/?entity_id=${world.patientWithFile}&deleted=true` },
    { name: 'hours of a doctor', path: `/calendar/doctors/${world.doctor()}/hours` },
    {
      name: 'hours of a department of 20 doctors, 31 days',
      path: `/calendar/hours?department_id=${world.department()}&from=2027-05-01&to=2027-05-31`,
    },
    { name: 'slots of a doctor, 31 days', path: `/calendar/slots?doctor_id=${world.doctor()}&${MAY}` },
    {
      name: 'slots of a department of 20 doctors, 31 days',
      path: `/calendar/slots?department_id=${world.department()}&${MAY}`,
    },
    { name: 'file, 100 KiB', path: state.file, options: { token: null } },
    { name: 'file, HEAD', method: 'HEAD', path: state.file, options: { token: null } },
    { name: 'file, range', path: state.file, options: { token: null, headers: { range: 'bytes=100-199' } } },
    { name: 'invoice', path: `/invoice/${world.drafts[0]}` },
    { name: 'invoice, full', path: `/invoice/${world.bill(0)}?view=full` },
    { name: 'payments of an invoice', path: `/invoice/${world.bill(0)}/payments` },
    { name: 'payment by id', path: `/invoice/${world.bill(0)}/payments/${state.payment}` },
    { name: 'catalog item', path: `/catalog/${world.catalog()}` },
    { name: 'catalog item, full', path: `/catalog/${world.catalog()}?view=full` },
  ];
}
