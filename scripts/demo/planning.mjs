// What visits are planned with: rooms and equipment, and types with lengths of their own.

// biome-ignore format: a table
const ROOMS = [
  { name: 'Ultrasound 1', kind: 'Ultrasound' },
  { name: 'Ultrasound 2', kind: 'Ultrasound' },
  { name: 'Treatment room 1', kind: 'Treatment room' },
  { name: 'Treatment room 2', kind: 'Treatment room' },
  { name: 'Plaster room', kind: 'Plaster room', department: 'ORTH' },
  { name: 'OCT scanner', kind: 'OCT', department: 'OPH' },
];

/** Of what takes longer than usual. */
const LONG = 'First visit';

// biome-ignore format: a table
const TYPES = [
  { name: LONG, minutes: 40, catalog: 'CONS-LONG', bookable_online: true, min_notice_hours: 12 },
  { name: 'Follow-up', minutes: 20, catalog: 'CONS', bookable_online: true, min_notice_hours: 2 },
  { name: 'Vaccination', minutes: 10, departments: ['GEN', 'PED'], catalog: 'VAC-FLU', bookable_online: true, min_notice_hours: 24 },
  { name: 'Echocardiography', minutes: 40, buffer_after: 10, departments: ['CARD'], catalog: 'ECHO', needs: 'Ultrasound' },
  { name: 'Obstetric ultrasound', minutes: 30, buffer_after: 10, departments: ['OBG'], catalog: 'US-OBS', needs: 'Ultrasound' },
  { name: 'Minor surgery', minutes: 45, buffer_before: 10, buffer_after: 20, departments: ['DERM', 'EMER'], catalog: 'BIOPSY', needs: 'Treatment room', min_notice_hours: 24 },
  { name: 'Plaster cast', minutes: 30, buffer_after: 10, departments: ['ORTH'], catalog: 'CAST', needs: 'Plaster room' },
  { name: 'OCT of the retina', minutes: 20, departments: ['OPH'], catalog: 'OPT-OCT', needs: 'OCT' },
];

const isAmong = (departments) => (code) => departments.some((department) => department.code === code);

/** Those of a hospital with these departments. */
export const roomsIn = (departments) =>
  ROOMS.filter(({ department }) => !department || isAmong(departments)(department));
export const typesIn = (departments) =>
  TYPES.map(({ departments: where = [], ...type }) => ({
    ...type,
    isElsewhere: where.length > 0 && !where.some(isAmong(departments)),
    departments: where.filter(isAmong(departments)),
  })).filter(({ isElsewhere }) => !isElsewhere);

/** What is sent. @param wardId id of a department by its code @param itemId id of a catalog item by its code */
export const roomOf = ({ department, ...room }, wardId) => ({
  ...room,
  department_id: department ? wardId(department) : null,
});
export const typeOf = ({ departments, isElsewhere: _, catalog, ...type }, wardId, itemId) => ({
  ...type,
  department_ids: departments.map(wardId),
  catalog_id: itemId(catalog),
});

/** The type of a visit, where it has one: what it is called comes with it then. */
export function typed({ isLong, body: { type, ...body } }, types) {
  const found = isLong && type === 'OPD' && types.find(({ name }) => name === LONG);
  return found ? { ...body, type_id: found.id } : { ...body, type };
}
