import { unwrap } from 'hospital-service-client';
import { useAction } from '../actions';
import { readDoctor } from '../doctors';
import { Restored, useDraft } from '../drafts';
import { hasCode } from '../errors';
import { formatDate, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { type Staff, useStaff } from '../staff';
import { FormEnd } from '../ui/form-end';
import { Meanwhile } from '../ui/meanwhile';
import { Loading, say } from '../ui/status';
import { type AllHours, bodyOf, type Hours as HoursOfDay, loadAllHours, spanText, weekdayText } from '../weekly-hours';
import { OwnDays } from './admin-hours-days';
import { WeekFields } from './admin-hours-week';
import { Up } from './admin-up';
import type { PageProps } from './index';

/** When a doctor works, week by week and on single days. */
export function Hours({ params: { id = '' } }: PageProps) {
  const doctor = useLoad((signal) => readDoctor(id, signal), [id]);
  const loaded = useLoad((signal) => loadAllHours(id, signal), [id]);
  const staff = useStaff();
  const name = doctor.data?.ok ? nameOf(doctor.data.data) : undefined;
  return (
    <>
      <Up path={`/admin/doctors/${id}`} title={name ?? t.doctors.one} />
      <h1>{name ? t.hours.of(name) : t.hours.title}</h1>
      <p class="muted">{t.hours.hint}</p>
      <Loading page of={loaded.data ? staff : loaded} />
      {loaded.data && staff.data && (
        <HoursForm
          id={id}
          stored={loaded.data.hours}
          version={loaded.data.version}
          departments={staff.data.departments}
          onOutdated={loaded.reload}
        />
      )}
    </>
  );
}

interface Props {
  id: string;
  stored: AllHours;
  version: string;
  departments: Staff['departments'];
  onOutdated: () => void;
}

function HoursForm({ id, stored, version, departments, onOutdated }: Props) {
  const draft = useDraft(`hours ${id}`, stored, () => t.hours.title, { version });
  const action = useAction();
  const { error, run, reset } = action;
  const isOutdated = draft.isStale || hasCode(error, 'outdated');
  const { weekly, days } = draft.value;
  const back = `/admin/doctors/${id}`;

  async function save() {
    const params = { path: { id }, header: { 'if-match': version } };
    try {
      unwrap(await hospital.PUT('/calendar/doctors/{id}/hours', { params, body: bodyOf(draft.value) }));
    } catch (error) {
      if (hasCode(error, 'outdated')) onOutdated();
      throw error;
    }
    draft.clear();
    say(t.hours.saved);
    go(back);
  }
  function take() {
    draft.clear();
    reset();
  }

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        run(save);
      }}
    >
      <Restored of={draft} />
      {departments.length === 0 && (
        <p class="told">
          {t.hours.noDepartments} <a href={linkTo('/admin/departments/new')}>{t.departments.add}</a>
        </p>
      )}
      {isOutdated && (
        <Meanwhile onTake={take}>
          <StoredHours {...stored} />
          <p class="hint">{t.meanwhile.replaces}</p>
        </Meanwhile>
      )}
      <WeekFields
        weekly={weekly}
        departments={departments}
        error={error}
        onChange={(next) => draft.set({ weekly: next, days })}
      />
      <OwnDays
        weekly={weekly}
        days={days}
        stored={stored.days.map(({ date }) => date)}
        departments={departments}
        error={error}
        onChange={(next) => draft.set({ weekly, days: next })}
      />
      <FormEnd {...{ draft, action, isOutdated }} back={linkTo(back)} submit={t.save} />
    </form>
  );
}

/** As they are now, to be read. */
function StoredHours({ weekly, days }: AllHours) {
  const line = (day: string, hours: readonly HoursOfDay[], note = '') => (
    <li key={day}>
      {day} <bdi dir="ltr">{hours.map(spanText).join(', ')}</bdi> {hours.length === 0 && t.hours.off} <bdi>{note}</bdi>
    </li>
  );
  return (
    <ul class="plain">
      {[...Map.groupBy(weekly, ({ weekday }) => weekday)].map(([weekday, hours]) => line(weekdayText(weekday), hours))}
      {days.map(({ date, hours, note }) => line(formatDate(date), hours, note ?? ''))}
    </ul>
  );
}
