import { useState } from 'preact/hooks';
import { appointmentsLoader } from '../day-appointments';
import { firstOfWeek, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { Running } from '../paper';
import { dayIn, idOf, linkTo } from '../router';
import { Checkbox } from '../ui/field';
import { Loading } from '../ui/status';
import { DayList, titleOf } from './day-list';
import type { PageProps } from './index';
import { PrintBar } from './print-bar';

/** What the calendar shows, by the same address, as a list to be printed: of every doctor, whom a screen has no room for. */
export function DayPrint({ query }: PageProps) {
  const [apart, setApart] = useState(false);
  const day = dayIn(query.get('day')) ?? today();
  const [doctor, department] = [idOf(query.get('doctor')), idOf(query.get('department'))];
  const isWeek = query.get('view') === 'week';
  const wanted = { from: isWeek ? firstOfWeek(day) : day, days: isWeek ? 7 : 1, department, doctor };
  const loaded = useLoad((signal) => appointmentsLoader()(wanted, signal), Object.values(wanted));
  if (!loaded.data) return <Loading of={loaded} />;
  return (
    <>
      <Running text={titleOf(wanted)} internal />
      <PrintBar href={linkTo('/calendar', Object.fromEntries(query))} text={t.print.toCalendar}>
        <Checkbox label={t.print.apart} checked={apart} onChange={setApart} />
      </PrintBar>
      <DayList shown={loaded.data} apart={apart} />
    </>
  );
}
