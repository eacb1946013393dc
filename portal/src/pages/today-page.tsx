import { useMemo, useRef } from 'preact/hooks';
import { useClosures } from '../closures';
import { appointmentsLoader } from '../day-appointments';
import { formatDay, formatTime } from '../format';
import { useFresh } from '../fresh';
import { useMinute } from '../hooks';
import { useHours } from '../hours';
import { t } from '../i18n';
import { linkTo, setQuery } from '../router';
import { may } from '../session';
import { useStaff } from '../staff';
import { dayOfDesk, offersOf } from '../today';
import { useActs } from '../today-acts';
import { Closed } from '../ui/closed';
import { StaffFields } from '../ui/staff-fields';
import { Loading } from '../ui/status';
import { AppointmentDialog } from './appointment';
import { TodayCounts } from './today-counts';
import { TodayLists } from './today-lists';
import { TodayMoney, useTill } from './today-money';
import { Offers } from './today-offers';
import './today.css';

interface Props {
  /** ids, empty for any: the doctor whose account it is, and what of the day is shown */
  own: string;
  doctor: string;
  department: string;
  /** the visit that is open */
  opened: string;
  /** what the address says in the place of a doctor for everybody */
  everybody: string;
}

export function TodayOf({ own, doctor, department, opened, everybody }: Props) {
  const minute = useMinute();
  const day = minute.slice(0, 10);
  const staff = useStaff();
  const loader = useRef<ReturnType<typeof appointmentsLoader>>(undefined);
  loader.current ??= appointmentsLoader();
  // Of all departments: what a doctor does in another one takes their time.
  const wanted = { from: day, days: 1, department: '', doctor };
  const loaded = useFresh((signal) => loader.current?.(wanted, signal) ?? Promise.reject(), [day, doctor]);
  const closed = useClosures({ ...wanted, department });
  const hours = useHours({ ...wanted, department });
  const work = useActs(loaded.reload);
  const all = loaded.data ? work.current(loaded.data.appointments) : undefined;
  const shown = all?.filter((one) => !department || one.department_id === department);
  const desk = shown && dayOfDesk(shown, minute);
  const offers = useMemo(
    () =>
      loaded.data && staff.data && hours.data && closed.data
        ? offersOf(
            { ...loaded.data, department },
            { staff: staff.data, hours: hours.data, closures: closed.data },
            minute,
          )
        : undefined,
    [loaded.data, staff.data, hours.data, closed.data, department, minute],
  );
  const open = (id?: string) => setQuery({ visit: id });
  const till = useTill(minute);
  const money = till.isAsked && <TodayMoney till={till} />;
  const isDesk = may('appointment:update');

  return (
    <>
      <div class="heading">
        <h1>
          {t.today.title} <span class="muted">{formatDay(day)}</span>
        </h1>
        {own && (
          <a href={doctor === own ? linkTo('/', { with: everybody }) : linkTo('/')}>
            {doctor === own ? t.today.everybody : t.calendar.mine}
          </a>
        )}
        <a class="button quiet" href={linkTo('/board', { department })}>
          {t.board.title}
        </a>
      </div>
      <div class="filters">
        <StaffFields
          staff={staff}
          department={department}
          doctor={doctor}
          onChange={(chosen) =>
            setQuery('doctor' in chosen ? { with: chosen.doctor || (own && everybody) } : { in: chosen.department })
          }
        />
      </div>
      <Closed closures={closed.data ?? []} known={staff.data} />
      {loaded.missedAt && <p class="told">{t.calendar.missed(formatTime(loaded.missedAt))}</p>}
      {!isDesk && money}
      <Loading of={loaded} />
      {desk && <TodayCounts desk={desk} />}
      {desk && (
        <div class="today">
          <TodayLists desk={desk} minute={minute} work={work} isOneDoctor={doctor !== ''} onOpen={open} />
          <div class="beside">
            {hours.error !== undefined && <Loading of={hours} />}
            {closed.error !== undefined && <Loading of={closed} />}
            {offers && staff.data && (
              <>
                <Offers
                  id="today-free"
                  title={t.today.free}
                  nothing={t.today.nothingFree}
                  offers={offers.free.slice(0, 8)}
                  day={day}
                  staff={staff.data}
                />
                <Offers
                  id="today-cancelled"
                  title={t.today.cancelled}
                  nothing={t.today.nothingCancelled}
                  offers={offers.cancelled}
                  day={day}
                  staff={staff.data}
                />
              </>
            )}
            {isDesk && money}
          </div>
        </div>
      )}
      {opened && <AppointmentDialog key={opened} id={opened} onClose={() => open()} onChanged={loaded.reload} />}
    </>
  );
}
