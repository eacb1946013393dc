// Why people came, what was found, and the sums of it. Cases are as in reads.mjs.

const SUMMED = 'adds up the appointments of its period, 250,000 at most';
const STAFF = 'reads the hours of all doctors who have any';
const ITS_OWN = 'shows what there is, a page at most';
const [DAY, MONTH, YEAR] = [
  'from=2025-06-02&to=2025-06-02',
  'from=2025-06-01&to=2025-06-30',
  'from=2025-01-01&to=2025-12-31',
];

/** An entry of the index, the row, twice, the tag that is asked for and its own of each appointment that is looked at; and what is shown. */
const TAGGED = { rows_read: 6 * 1_100 + 2 * 100, trips: 1 };

const sums = (world) => {
  const sum = (name, query, grows = SUMMED) => ({
    name: `sums of appointments, ${name}`,
    path: `/calendar/summary?${query}`,
    grows,
  });
  const department = `department_id=${world.department()}`;
  return [
    ...['day', 'doctor', 'department', 'status'].flatMap((group) => [
      sum(`a day by ${group}`, `${DAY}&group_by=${group}`),
      sum(`a month by ${group}`, `${MONTH}&group_by=${group}`),
      sum(`a year by ${group}, of a department`, `${YEAR}&group_by=${group}&${department}`),
    ]),
    // Of 250,000 in the largest hospital.
    sum('half a year by status', 'from=2025-01-01&to=2025-06-28&group_by=status'),
    sum('a year by day, of a doctor', `${YEAR}&group_by=day&doctor_id=${world.doctor()}`),
  ];
};

/** Days with 25,000 bills in the largest hospital. */
const BILLED = 'from=2025-06-01&to=2025-06-13';

const bills = () =>
  [
    ['a day', DAY],
    ['13 days', BILLED],
  ].flatMap(([name, query]) =>
    ['day', 'doctor', 'service'].map((group) => ({
      name: `sums of bills, ${name} by ${group}`,
      path: `/invoice/summary?${query}&group_by=${group}`,
      grows: 'adds up the bills of its period, 25,000 at most',
    })),
  );

export function visits(world, state) {
  const options = { token: state.doctor };
  const visit = world.visit();
  return [
    {
      name: 'calendar, tags (40 have it)',
      path: `/calendar/appointments/?limit=100&tags=${world.plan}`,
      grows: 'looks at 1,100 appointments at most',
      bound: TAGGED,
    },
    {
      name: 'calendar of a patient, tags',
      path: `/calendar/appointments/?patient_id=${visit.patient_id}&tags=${world.plan}`,
      bound: TAGGED,
    },
    { name: 'note of a visit', path: `/calendar/appointments/${visit.id}/note`, options },
    { name: 'notes of a patient', path: `/patient/${visit.patient_id}/notes`, options },
    { name: 'notes of a patient with very many', path: `/patient/${world.largePayer}/notes`, options, grows: ITS_OWN },
    ...sums(world),
    ...bills(),
    { name: 'hours of all doctors, a day', path: '/calendar/hours?date=2027-05-03', grows: STAFF },
    { name: 'patients born in a year', path: '/patient/?dob=1984&limit=100' },
    { name: 'patients born in a month', path: '/patient/?dob=1984-02&limit=100' },
  ];
}
