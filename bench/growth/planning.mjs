// What visits are planned with: types, rooms, holds and series. The type needs a room, and is one department's of 20 doctors.
const FROM = '2027-05-01';
/** Ids are random, and whether an entry of something else follows in an index is chance. */
const ITS_NEXT = 'reads the entry behind its own, if there is one';
const MONDAY = '2028-05-01T09:00:00';

/** A type, and its rooms. */
export async function planned(request, world) {
  const create = async (path, json) => (await request('POST', path, json)).json().id;
  for (const name of ['Room 1', 'Room 2', 'Room 3']) await create('/calendar/resources/', { name, kind: 'Echo' });
  const json = { name: 'Echocardiography', minutes: 30, department_ids: [world.department()], needs: 'Echo' };
  return { type: await create('/calendar/types/', json) };
}

export function planning(world, state) {
  const post = (name, path, json, rest = {}) => ({ name, method: 'POST', path, json, times: 3, ...rest });
  const visit = (k) => ({
    ...{ doctor_id: world.doctor(40 + k), department_id: world.department(), type_id: state.type },
    ...{ patient_id: world.patient(k), schedule: MONDAY },
  });
  return [
    { name: 'types of appointments', path: '/calendar/types/' },
    { name: 'rooms', path: '/calendar/resources/' },
    {
      name: 'first free times of a type, of whoever has it',
      path: `/calendar/slots?type_id=${state.type}&from=${FROM}&limit=5`,
      grows: 'looks for those who have it among all doctors with hours',
    },
    post('hold of a type', '/calendar/holds', (k) => {
      const { patient_id: _, ...time } = visit(k);
      return time;
    }),
    post('appointment create, of a type', '/appointment/', (k) => ({ ...visit(k), schedule: '2028-06-05T09:00:00' }), {
      grows: ITS_NEXT,
    }),
    post(
      'series of 12 visits',
      '/calendar/series',
      (k) => ({ ...visit(k), schedule: '2029-01-01T09:00:00', every_weeks: 1, count: 12 }),
      {
        grows: ITS_NEXT,
        after: (answer) => {
          state.series = answer.json().id;
        },
      },
    ),
    { name: 'series', path: () => `/calendar/series/${state.series}`, grows: ITS_NEXT },
    {
      name: 'calendar of a series',
      path: () => `/calendar/appointments/?series_id=${state.series}&limit=100`,
      grows: ITS_NEXT,
    },
    post(
      'series: cancel',
      () => `/calendar/series/${state.series}/cancel`,
      () => ({ from: '2029-01-01' }),
      { times: 1, grows: ITS_NEXT },
    ),
  ];
}
