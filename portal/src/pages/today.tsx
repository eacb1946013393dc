import { useLayoutEffect } from 'preact/hooks';
import { t } from '../i18n';
import { idOf, replace } from '../router';
import { session } from '../session';
import type { PageProps } from './index';
import { TodayOf } from './today-page';

/** Of addresses from when the calendar was at the beginning. */
const OF_CALENDAR = ['day', 'view', 'doctor', 'department', 'appointment'];

/** Instead of a doctor in the address: an account that is a doctor's begins with their own day. */
const EVERYBODY = 'all';

/** What a desk or a doctor has to do now, and what the till has taken. */
export function Today({ query }: PageProps) {
  const isOld = OF_CALENDAR.some((name) => query.has(name));
  useLayoutEffect(() => {
    if (isOld) replace('/calendar', Object.fromEntries(query));
  }, [isOld]);
  if (isOld) return <h1>{t.calendar.title}</h1>;
  const { doctor: own } = session();
  const asked = query.get('with') ?? '';
  return (
    <TodayOf
      own={own}
      doctor={asked === EVERYBODY ? '' : idOf(asked) || own}
      department={idOf(query.get('in'))}
      opened={idOf(query.get('visit'))}
      everybody={EVERYBODY}
    />
  );
}
