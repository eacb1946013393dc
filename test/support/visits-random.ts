/** Appointments in all forms that the interface takes, the same in each run. */
export function randomVisits(count: number): (Record<string, unknown> & { cancel_reason?: string })[] {
  let seed = 45;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const day = () => `2027-0${pick(1, 3, 7)}-${pick('01', '15', '28')}`;
  return Array.from({ length: count }, () => {
    const cancel_reason = pick(undefined, undefined, undefined, 'A cold', ' The  flu ');
    return {
      ...(cancel_reason && { cancel_reason }),
      schedule: pick(
        ...[day(), `${day()}T09:00`, `${day()} 09:30`, `${day()}T09:00:30.250`, `${day()}T09:00:00Z`],
        ...[`${day()}T09:00+05:30`, `${day()}T23:59:59.9-11:00`, `${day()}T02:30:00+01:00`],
      ),
      expected_duration_minutes: pick(null, 0, 0.25, 1, 7.5, 20, 1 / 3, 59.999, 10_080),
      type: pick('OPD', 'opd', ' Home visit ', ' ', 'TELEMEDICINE', 'Größe\u0001'),
      status: pick('SCEDULED', 'SCHEDULED', 'confirmed', 'IN_PROGRESS', 'checked in', 'Waiting for X-ray', ' '),
      is_follow_up: pick(true, false),
      reason: pick(null, 'My knee', ' ', ' spaces around ', 'two\nlines\u0007', '\u{1f9b5}'),
      notes: pick(null, 'Comes in a wheelchair', '\t', 'ends with a space '),
      tags: pick(null, ['a'], [',', '"']),
    };
  });
}
