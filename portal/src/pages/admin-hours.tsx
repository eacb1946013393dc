import { unwrap } from 'hospital-service-client';
import { useAction } from '../actions';
import { readDoctor } from '../doctors';
import { Restored, useDraft } from '../drafts';
import { hasCode } from '../errors';
import { nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { type Staff, useStaff } from '../staff';
import { Button } from '../ui/button';
import { FormEnd } from '../ui/form-end';
import { Meanwhile } from '../ui/meanwhile';
import { Loading, say } from '../ui/status';
import { copiedHours, loadWeek, nextHours, WEEKDAYS, type WeeklyHours, weekdayText } from '../weekly-hours';
import { HoursRow } from './admin-hours-row';
import { Up } from './admin-up';
import type { PageProps } from './index';

/** When a doctor works, week by week. */
export function Hours({ params: { id = '' } }: PageProps) {
  const doctor = useLoad((signal) => readDoctor(id, signal), [id]);
  const loaded = useLoad((signal) => loadWeek(id, signal), [id]);
  const staff = useStaff();
  const name = doctor.data?.ok ? nameOf(doctor.data.data) : undefined;
  return (
    <>
      <Up path={`/admin/doctors/${id}`} title={name ?? t.doctors.one} />
      <h1>{name ? t.hours.of(name) : t.hours.title}</h1>
      <p class="muted">{t.hours.hint}</p>
      <Loading of={loaded} />
      <Loading of={staff} />
      {loaded.data && staff.data && (
        <HoursForm id={id} {...loaded.data} departments={staff.data.departments} onOutdated={loaded.reload} />
      )}
    </>
  );
}

interface Props {
  id: string;
  weekly: WeeklyHours[];
  exceptions: number;
  version: string;
  departments: Staff['departments'];
  onOutdated: () => void;
}

function HoursForm({ id, weekly: stored, exceptions, version, departments, onOutdated }: Props) {
  const draft = useDraft(`hours ${id}`, stored, () => t.hours.title, { version });
  const action = useAction();
  const { error, run, reset } = action;
  const isOutdated = draft.isStale || hasCode(error, 'outdated');
  const weekly = draft.value;
  const back = `/admin/doctors/${id}`;

  async function save() {
    const params = { path: { id }, header: { 'if-match': version } };
    try {
      unwrap(await hospital.PUT('/calendar/doctors/{id}/hours', { params, body: { weekly } }));
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
  const add = (...hours: WeeklyHours[]) => draft.set([...weekly, ...hours]);

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
          <ul class="plain">
            {stored.map((hours) => (
              <li key={JSON.stringify(hours)}>
                {weekdayText(hours.weekday)} <bdi dir="ltr">{`${hours.from} – ${hours.to}`}</bdi>
              </li>
            ))}
          </ul>
          <p class="hint">{t.meanwhile.replaces}</p>
        </Meanwhile>
      )}
      {exceptions > 0 && <p class="hint">{t.hours.exceptions(exceptions)}</p>}
      {WEEKDAYS.map((weekday) => {
        const day = weekdayText(weekday);
        const isOff = weekly.every((hours) => hours.weekday !== weekday);
        const before = WEEKDAYS.findLast((other) => other < weekday && weekly.some((one) => one.weekday === other));
        return (
          <fieldset key={weekday} class="weekday">
            <legend>{day}</legend>
            <div class="spans">
              {weekly.map(
                (hours, at) =>
                  hours.weekday === weekday && (
                    <HoursRow
                      key={at}
                      at={at}
                      hours={hours}
                      departments={departments}
                      error={error}
                      onChange={(next) => draft.set(weekly.with(at, { ...hours, ...next }))}
                      onRemove={() => draft.set(weekly.toSpliced(at, 1))}
                    />
                  ),
              )}
              <div class="row">
                {isOff && <span class="muted">{t.hours.off}</span>}
                {departments[0] && (
                  <Button
                    look="quiet"
                    aria-label={t.hours.addOn(day)}
                    onClick={() => add(nextHours(weekly, weekday, departments[0]?.id ?? ''))}
                  >
                    {t.hours.add}
                  </Button>
                )}
                {isOff && before && (
                  <Button look="quiet" onClick={() => add(...copiedHours(weekly, before, weekday))}>
                    {t.hours.sameAs(weekdayText(before))}
                  </Button>
                )}
              </div>
            </div>
          </fieldset>
        );
      })}
      <FormEnd {...{ draft, action, isOutdated }} back={linkTo(back)} submit={t.save} />
    </form>
  );
}
