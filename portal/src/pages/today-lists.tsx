import { useRef } from 'preact/hooks';
import { type Appointment, statusText } from '../appointments';
import { formatMinutes, formatTime, isolated, nameOf } from '../format';
import { t } from '../i18n';
import { may } from '../session';
import { type Day, firstOfEach, isLong, minutesSince, waitsSince } from '../today';
import type { Acts } from '../today-acts';
import { useRowKeys } from '../today-rows';
import { Button } from '../ui/button';
import { Fault, TodayList } from './today-list';

interface Props {
  desk: Day;
  minute: string;
  work: Acts;
  isOneDoctor: boolean;
  onOpen: (id: string) => void;
}

/** Who waits, who is in a room, who is late and who comes, and what is done with them by one click or key. */
export function TodayLists({ desk, minute, work, isOneDoctor, onOpen }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const keys = useRowKeys(area, () => void work.undo());
  const { waiting, inRoom, late, next } = desk;
  const first = firstOfEach(waiting);
  const checkIn = { text: t.appointment.checkIn, key: 'I', to: 'CHECKED_IN' } as const;
  const noShow = { text: t.appointment.noShow, key: 'N', to: 'NO_SHOW' } as const;
  const shared = { work, isOneDoctor, onOpen };
  const since = (wall: string) => <time title={formatTime(wall)}>{formatMinutes(minutesSince(wall, minute))}</time>;
  const isShown = (id: string) => [waiting, inRoom, late, next].some((list) => list.some((one) => one.id === id));
  return (
    <div ref={area} class="lists" tabIndex={-1} {...keys}>
      {work.fault && !isShown(work.fault.appointment.id) && <Fault work={work} />}
      <TodayList
        {...shared}
        id="today-waiting"
        title={t.today.waiting}
        nobody={t.today.nobodyWaits}
        rows={waiting}
        status="CHECKED_IN"
        head={t.today.since}
        when={(row) => since(waitsSince(row))}
        mark={(row) => (
          <>
            {first.has(row.id) && <span class="badge good">{t.today.isNext}</span>}{' '}
            {isLong(row, minute) && <span class="badge warn">{t.today.isLong}</span>}
          </>
        )}
        acts={[{ text: t.today.call, key: 'C', to: 'IN_PROGRESS' }, noShow]}
      />
      <TodayList
        {...shared}
        id="today-room"
        title={t.today.inRoom}
        nobody={t.today.nobodyInRoom}
        rows={inRoom}
        status="IN_PROGRESS"
        head={t.today.from}
        when={({ updated_at }) => since(updated_at)}
        acts={[{ text: t.today.complete, key: 'D', to: 'COMPLETED' }]}
      />
      <TodayList
        {...shared}
        id="today-late"
        title={t.today.late}
        nobody={t.today.nobodyLate}
        rows={late}
        status="SCEDULED"
        head={t.today.at}
        when={({ schedule }) => (
          <>
            {formatTime(schedule)} <span class="muted">{formatMinutes(minutesSince(schedule, minute))}</span>
          </>
        )}
        acts={[checkIn, noShow]}
      />
      <TodayList
        {...shared}
        id="today-next"
        title={t.today.next}
        nobody={t.today.nobodyComes}
        rows={next}
        status="SCEDULED"
        head={t.today.at}
        when={({ schedule }) => formatTime(schedule)}
        acts={[checkIn]}
      />
      {may('appointment:update') && <p class="hint keys">{t.today.keys}</p>}
      <Undo work={work} />
    </div>
  );
}

/** What was done last, until the next thing is done. Read out, as screen readers know of the place. */
function Undo({ work: { done, undo } }: { work: Acts }) {
  const nameOfIt = ({ patient }: Appointment) => isolated(patient ? nameOf(patient) : '');
  return (
    <div class="undo" role="status">
      {done && (
        <p>
          {t.today.was(nameOfIt(done.appointment), statusText(done.status))}{' '}
          <Button look="quiet" onClick={undo}>
            {t.today.undo}
          </Button>
        </p>
      )}
    </div>
  );
}
