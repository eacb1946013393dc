// The calendar: its lists in every order and with every filter, an appointment and its changes.
const DAY = '2025-06-02';
const BOUNDED = 'looks at 1,100 rows at most';
const ITS_OWN = 'shows what there is, a page at most';

export const ORDERS = ['schedule', '-schedule', 'created_at', '-created_at'];

export function calendar(world) {
  const list = (name, query, { limit = 100, ...rest } = {}) => ({
    name: `calendar${name}`,
    path: `/calendar/appointments/?limit=${limit}&${query}`,
    ...rest,
  });
  const at = (k) => `/calendar/appointments/${world.appointments(k)}`;
  const patch = (name, json, rest = {}) => ({ name, method: 'PATCH', path: at, json, times: 3, ...rest });
  const doctor = `doctor_id=${world.doctor()}`;
  return [
    ...ORDERS.map((order) => list(` by ${order}`, `order_by=${order}`)),
    ...ORDERS.map((order) => list(` of a patient by ${order}`, `patient_id=${world.patient()}&order_by=${order}`)),
    ...ORDERS.map((order) => list(` of a doctor by ${order}`, `${doctor}&order_by=${order}`, { grows: ITS_OWN })),
    ...ORDERS.map((order) =>
      list(` of a status that none has by ${order}`, `status=NO_SHOW&order_by=${order}`, { grows: BOUNDED }),
    ),
    ...ORDERS.map((order) =>
      list(` of a department by ${order}`, `department_id=${world.department()}&order_by=${order}`, { grows: ITS_OWN }),
    ),
    list(' from a day on', `from=${DAY}`),
    list(' from a day on, full', `from=${DAY}&view=full`),
    list(' of a week', `from=${DAY}&to=2025-06-09`, { limit: 1000, grows: ITS_OWN }),
    list(' of a doctor, full', `${doctor}&view=full`, { grows: ITS_OWN }),
    list(' of a doctor and a status', `${doctor}&status=SCEDULED`, { grows: ITS_OWN }),
    { name: 'appointment', path: at(0) },
    { name: 'appointment, full', path: `${at(0)}?view=full` },
    patch('appointment: move', (k) => ({ schedule: `2028-03-0${k + 1}T09:30:00` })),
    patch('appointment: cancel', () => ({ status: 'CANCELLED', cancel_reason: 'The patient has the flu' })),
  ];
}
