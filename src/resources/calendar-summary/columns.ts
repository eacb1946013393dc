/** The summary as a table, apart from the route, which picks it. */
import type { Columns } from '../../rules/csv';
import type { CalendarSum, Group } from './schemas';

const KEYS: Record<Group, Columns<CalendarSum>> = {
  doctor: {
    doctor: ({ doctor }) => doctor?.reg_number,
    doctor_first_name: ({ doctor }) => doctor?.first_name,
    doctor_last_name: ({ doctor }) => doctor?.last_name,
  },
  department: {
    department: ({ department }) => department?.name,
    department_code: ({ department }) => department?.code,
  },
  status: { status: ({ status }) => status },
  day: { date: ({ date }) => date },
};

const HOURS: Columns<CalendarSum> = { hours_minutes: ({ hours_minutes }) => hours_minutes };

export const summaryColumns = (group_by: Group): Columns<CalendarSum> => ({
  ...KEYS[group_by],
  appointments: ({ appointments }) => appointments,
  completed: ({ completed }) => completed,
  to_come: ({ to_come }) => to_come,
  left_open: ({ left_open }) => left_open,
  no_show: ({ no_show }) => no_show,
  cancelled: ({ cancelled }) => cancelled,
  minutes: ({ minutes }) => minutes,
  ...(group_by === 'doctor' || group_by === 'day' ? HOURS : {}),
});
