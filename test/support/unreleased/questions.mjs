// What the hospital was asked: what 1.0.0 did not have, and searches.

/** @param ids of all rows, deleted ones included, by table */
export function questions(ids) {
  const [patient, deleted] = ids.patient;
  const [doctor, invoice, appointment] = [ids.doctor[0], ids.invoice[0], ids.appointment[1]];
  return [
    ...['/audit/access', `/audit/access?patient_id=${patient}`].map((path) => ['admin', path]),
    ...['/audit/', '/auth/users', '/auth/sessions'].map((path) => ['admin', path]),
    ...[
      ...[
        '/patient/?view=full',
        '/doctor/?view=full',
        '/department/',
        '/catalog/?tags=ward',
        '/invoice/?tags=insurance',
      ],
      ...['/patient/?search=akeson', '/patient/?search=4567', '/patient/?search=neill', '/invoice/?search=oneill'],
      ...['/invoice/?search=akesson', '/department/?search=grosse', '/doctor/?search=lind'],
      ...[`/patient/${patient}/duplicates`, `/patient/${deleted}`, `/doctor/${doctor}`, `/invoice/${invoice}`],
      ...[`/invoice/${invoice}/payments`, `/static/?entity_id=${patient}&deleted=true`],
      ...[`/calendar/doctors/${doctor}/hours`, `/calendar/appointments/${appointment}?view=full`],
      ...['/calendar/appointments/?from=2026-12-01&to=2027-02-01', '/auth/totp'],
      `/calendar/slots?doctor_id=${doctor}&from=2027-01-04&to=2027-01-05`,
    ].map((path) => ['staff', path]),
  ];
}
