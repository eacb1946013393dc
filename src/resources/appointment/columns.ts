import { localDatetime } from '../../rules/clock';
import type { Columns } from '../../rules/csv';
import { instant } from '../../rules/datetime';
import type { FullListedAppointment, ListedAppointment } from './schemas';

type Row = ListedAppointment & Partial<FullListedAppointment>;

/** The list as a table, with the day and the time that the clocks of the hospital show, as spreadsheets read no other ones. */
export function appointmentColumns(timeZone: string): Columns<Row> {
  const localOf = ({ schedule }: Row) => localDatetime(instant(schedule, timeZone), timeZone);
  return {
    date: (row) => localOf(row).slice(0, 10),
    time: (row) => localOf(row).slice(11, 16),
    expected_duration_minutes: ({ expected_duration_minutes }) => expected_duration_minutes,
    status: ({ status }) => status,
    type: ({ type }) => type,
    is_follow_up: ({ is_follow_up }) => String(is_follow_up),
    queue_number: ({ queue_number }) => queue_number,
    patient: ({ patient }) => patient?.reg_number,
    first_name: ({ patient }) => patient?.first_name,
    last_name: ({ patient }) => patient?.last_name,
    doctor: ({ doctor }) => doctor?.reg_number,
    doctor_first_name: ({ doctor }) => doctor?.first_name,
    doctor_last_name: ({ doctor }) => doctor?.last_name,
    department: ({ department }) => department?.name,
    cancel_reason: ({ cancel_reason }) => cancel_reason,
    schedule: ({ schedule }) => schedule,
    id: ({ id }) => id,
  };
}
