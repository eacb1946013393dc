// The floor of the calendar: appointments of a time, and free times in hours of UTC that do not overlap.

const LISTED = `a.id, a.type, a.status, a.patient_id, a.doctor_id, a.department_id, a.schedule, a.is_follow_up,
  a.expected_duration_minutes, a.cancel_reason, a.created_at, a.updated_at`;
const NAMES = `p.reg_number AS patient_number, p.first_name AS patient_first, p.last_name AS patient_last,
  d.reg_number AS doctor_number, d.first_name AS doctor_first, d.last_name AS doctor_last, w.name, w.code`;
const OF_TIME = 'a.starts_at >= ? AND a.starts_at < ?';
const appointments = (columns, tables, where) => `SELECT ${columns} FROM appointment AS a
  CROSS JOIN patient AS p ON p.id = a.patient_id AND p.deleted_at IS NULL ${tables}
  WHERE ${where} ORDER BY a.starts_at, a.seq LIMIT ?`;
const JOINED = 'CROSS JOIN doctor AS d ON d.id = a.doctor_id CROSS JOIN department AS w ON w.id = a.department_id';
const FULL = `${LISTED}, ${NAMES}`;
const time = (text) => Date.parse(`${text}Z`);

const toListed = (row) => ({
  ...row,
  is_follow_up: Boolean(row.is_follow_up),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

function toFull(row) {
  const { patient_number, patient_first, patient_last, doctor_number, doctor_first, doctor_last, name, code, ...own } =
    row;
  const patient = { reg_number: patient_number, first_name: patient_first, last_name: patient_last };
  const doctor = { reg_number: doctor_number, first_name: doctor_first, last_name: doctor_last };
  return {
    ...toListed(own),
    patient: { id: row.patient_id, ...patient },
    doctor: { id: row.doctor_id, ...doctor },
    department: { id: row.department_id, name, code },
  };
}

export async function listAppointments({ DB }, query) {
  const full = query.get('view') === 'full';
  const doctor = query.get('doctor_id');
  const where = doctor ? `a.doctor_id = ? AND ${OF_TIME}` : OF_TIME;
  const { results } = await DB.prepare(appointments(full ? FULL : LISTED, full ? JOINED : '', where))
    .bind(...(doctor ? [doctor] : []), time(query.get('from')), time(query.get('to')), Number(query.get('limit')))
    .all();
  return Response.json(results.map(full ? toFull : toListed));
}

/** The condition is that of the index. */
const slotsOf = (where) => `SELECT id, weekly, (SELECT json_group_array(json_array(starts_at, ends_at)) FROM
    (SELECT starts_at, ends_at FROM appointment INDEXED BY appointment_doctor WHERE doctor_id = h.id
      AND instr(' COMPLETED COMPLETE CANCELLED CANCELED NOSHOW ',
        ' ' || upper(replace(replace(replace(status, '_', ''), '-', ''), ' ', '')) || ' ') = 0
      AND starts_at BETWEEN ? AND ? ORDER BY starts_at)) AS held
  FROM doctor_hours AS h WHERE ${where}`;
const OF_DOCTOR = slotsOf('id = ?');
const OF_DEPARTMENT = slotsOf(
  `seq IN (SELECT rowid FROM doctor_hours_search WHERE doctor_hours_search MATCH '"' || ? || '"')`,
);
const [MINUTE, DAY] = [60_000, 86_400_000];
const minutes = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function freeOf({ id, weekly, held }, from, to) {
  const [hours, spans] = [JSON.parse(weekly), JSON.parse(held)];
  const free = [];
  let next = 0;
  for (let midnight = from - (from % DAY); midnight < to; midnight += DAY) {
    for (const one of hours.filter(({ weekday }) => weekday === (new Date(midnight).getUTCDay() || 7))) {
      const [length, closes] = [one.slot_minutes * MINUTE, midnight + minutes(one.to) * MINUTE];
      for (let begins = midnight + minutes(one.from) * MINUTE; begins + length <= closes; begins += length) {
        while (spans[next]?.[1] <= begins) next++;
        if (spans[next]?.[0] < begins + length) continue;
        free.push({ doctor_id: id, department_id: one.department_id, begins, ends: begins + length });
      }
    }
  }
  return free;
}

export async function listSlots({ DB }, query) {
  const [from, to, doctor] = [time(query.get('from')), time(query.get('to')), query.get('doctor_id')];
  const { results } = await DB.prepare(doctor ? OF_DOCTOR : OF_DEPARTMENT)
    .bind(from, to, doctor ?? query.get('department_id'))
    .all();
  const free = results.flatMap((row) => freeOf(row, from, to));
  free.sort((a, b) => a.begins - b.begins || (a.doctor_id < b.doctor_id ? -1 : 1));
  const slots = free.map(({ begins, ends, ...slot }) => {
    const starts_at = new Date(begins).toISOString();
    const schedule = starts_at.slice(0, 19);
    const expected_duration_minutes = (ends - begins) / MINUTE;
    return { ...slot, schedule, expected_duration_minutes, starts_at, ends_at: new Date(ends).toISOString() };
  });
  return Response.json(slots);
}
