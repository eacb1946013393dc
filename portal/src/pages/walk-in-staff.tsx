import { minuteOf, today } from '../format';
import { useLoad, useMinute } from '../hooks';
import { loadHours, useHours } from '../hours';
import { t } from '../i18n';
import { session } from '../session';
import { namedDepartment, namedDoctor, type Staff, toldApart, useStaff } from '../staff';
import { Field, Select } from '../ui/field';
import { Loading } from '../ui/status';
import { freest, lastDepartment, loadWaiting, onlyDepartment, type Present, presentIn } from '../walk-in';

interface Chosen {
  /** ids, empty where nobody has said so */
  department: string;
  doctor: string;
}

/** In which department and with whom: as it was said, and otherwise as it most likely is. */
export function useWhere(said: Chosen) {
  const minute = useMinute();
  const staff = useStaff();
  const hours = useHours({ from: today(), days: 1, department: '', doctor: '' });
  const waiting = useLoad((signal) => loadWaiting(today(), signal), []);
  const who = said.doctor || session().doctor;
  // Who is not here today has a department, too.
  const week = useLoad(
    async (signal) => who && loadHours({ from: today(), days: 7, department: '', doctor: who }, signal),
    [who],
  );
  const { departments = [], doctors = [] } = staff.data ?? {};
  const only = departments.length === 1 ? departments[0]?.id : undefined;
  const theirs = onlyDepartment(hours.data, who) || onlyDepartment(week.data || undefined, who);
  const usual = [lastDepartment(), only].find((id) => departments.some((each) => each.id === id)) ?? '';
  const department = said.department || theirs || usual;
  const present = hours.data && presentIn(department, doctors, hours.data, minuteOf(minute));
  const isOwn = present?.now.some(({ id }) => id === session().doctor);
  const likely = isOwn ? session().doctor : present && department ? freest(present, waiting.data ?? new Map()) : '';
  const parts = [staff, hours, waiting, week];
  return {
    ...{ department, doctor: said.doctor || likely, present, waiting: waiting.data, departments },
    loading: parts.some(({ data, loading }) => loading && data === undefined),
    failed: parts.find(({ error }) => error !== undefined),
  };
}

interface Props {
  where: ReturnType<typeof useWhere>;
  onChange: (next: Partial<Chosen>) => void;
}

export function WalkInStaff({ where, onChange }: Props) {
  const { department, doctor, present, waiting, departments, failed } = where;
  const names = toldApart(departments, namedDepartment);
  return (
    <div class="columns where">
      {failed && <Loading of={failed} />}
      <Select
        label={t.calendar.department}
        value={department}
        onChange={(chosen) => onChange({ department: chosen, doctor: '' })}
        options={[
          { value: '', text: t.walkIn.chooseDepartment },
          ...departments.map(({ id }, i) => ({ value: id, text: names[i] ?? '' })),
        ]}
      />
      <Field label={t.calendar.doctor}>
        {(control) => (
          <select {...control} value={doctor} onChange={({ currentTarget: { value } }) => onChange({ doctor: value })}>
            <option value="">{t.walkIn.chooseDoctor}</option>
            {present && <Doctors present={present} waiting={waiting} />}
          </select>
        )}
      </Field>
    </div>
  );
}

/** Those who are there first. */
function Doctors({ present, waiting }: { present: Present; waiting: ReadonlyMap<string, number> | undefined }) {
  const groups = [
    [t.walkIn.worksNow, present.now],
    [t.walkIn.later, present.later],
    [t.walkIn.others, present.others],
  ] satisfies [string, Staff['doctors']][];
  const all = groups.flatMap(([, doctors]) => doctors);
  const names = new Map(toldApart(all, namedDoctor).map((name, i) => [all[i]?.id, name]));
  return (
    <>
      {groups
        .filter(([, doctors]) => doctors.length > 0)
        .map(([label, doctors]) => (
          <optgroup key={label} label={label}>
            {doctors.map(({ id }) => {
              const [name = '', count = 0] = [names.get(id), waiting?.get(id)];
              return (
                <option key={id} value={id}>
                  {count > 0 ? t.walkIn.waiting(name, count) : name}
                </option>
              );
            })}
          </optgroup>
        ))}
    </>
  );
}
