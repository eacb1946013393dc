import type { Action } from '../actions';
import type { Closure } from '../closures';
import { Restored, useDraft } from '../drafts';
import { faultOf } from '../errors';
import { clockOf, dayOf, isDay, isolated } from '../format';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import type { Staff } from '../staff';
import { DateField } from '../ui/date-field';
import { Checkbox, Input } from '../ui/field';
import { FormEnd } from '../ui/form-end';
import { StaffFields } from '../ui/staff-fields';

interface Props {
  /** what it was; missing for a new one */
  closure: Closure | undefined;
  /** its place in the list that is sent, by which the service names what is wrong */
  at: number;
  today: string;
  staff: Loaded<Staff>;
  action: Action;
  onSave: (closure: Closure) => Promise<void>;
  onBack: () => void;
}

/** What the keys of drafts begin with; the rest is the closure that is changed, as JSON, or nothing. */
export const CLOSURE_DRAFT = 'closure ';

/** Of days that become times: of a whole one where the other end has a time already. */
const TIMES = { mixed: ['00:00', '23:59'], days: ['08:00', '17:00'] } as const;

interface Moment {
  day: string;
  time: string;
}

/** Whole days, as holidays and leaves are, or from one moment to another. */
export function ClosureForm({ closure, at, today, staff, action, onSave, onBack }: Props) {
  const { error, run } = action;
  const { from = today, to = today } = closure ?? {};
  const [first, last] = isDay(from) === isDay(to) ? TIMES.days : TIMES.mixed;
  const initial = {
    name: closure?.name ?? '',
    isWhole: isDay(from) && isDay(to),
    begin: { day: dayOf(from), time: isDay(from) ? first : clockOf(from) } as Moment,
    end: { day: dayOf(to), time: isDay(to) ? last : clockOf(to) } as Moment,
    department: closure?.department_id ?? '',
    doctor: closure?.doctor_id ?? '',
  };
  const draft = useDraft(CLOSURE_DRAFT + (closure ? JSON.stringify(closure) : ''), initial, ({ name }) =>
    t.drafts.closure(name && isolated(name)),
  );
  const { name, isWhole, begin, end, department, doctor } = draft.value;
  const set = (next: Partial<typeof initial>) => draft.set({ ...draft.value, ...next });

  const momentOf = ({ day, time }: Moment) => (isWhole ? day : `${day}T${time}`);
  const fault = (field: keyof Closure) => faultOf(error, `closures.${at}.${field}`);
  type Typed = { currentTarget: HTMLInputElement };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          await onSave({
            name,
            from: momentOf(begin),
            to: momentOf(end),
            department_id: department || null,
            doctor_id: doctor || null,
          });
          draft.clear();
        });
      }}
    >
      <Restored of={draft} />
      <Input
        label={t.closures.name}
        hint={t.closures.nameHint}
        required
        maxLength={100}
        autocomplete="off"
        value={name}
        error={fault('name')}
        onInput={({ currentTarget }: Typed) => set({ name: currentTarget.value })}
      />
      <Checkbox label={t.closures.wholeDays} checked={isWhole} onChange={(isWhole) => set({ isWhole })} />
      <div class="columns">
        <DateField
          label={isWhole ? t.closures.firstDay : t.closures.begins}
          required
          value={begin.day}
          error={fault('from')}
          onChange={(day, isGiven) =>
            // Most closures are of one day.
            set({ begin: { ...begin, day }, ...(isGiven && end.day < day && { end: { ...end, day } }) })
          }
        />
        {!isWhole && (
          <Input
            label={t.closures.beginsAt}
            type="time"
            required
            value={begin.time}
            onInput={({ currentTarget: { value: time } }: Typed) => set({ begin: { ...begin, time } })}
          />
        )}
        <DateField
          label={isWhole ? t.closures.lastDay : t.closures.ends}
          required
          min={begin.day}
          value={end.day}
          error={fault('to')}
          onChange={(day) => set({ end: { ...end, day } })}
        />
        {!isWhole && (
          <Input
            label={t.closures.endsAt}
            type="time"
            required
            value={end.time}
            onInput={({ currentTarget: { value: time } }: Typed) => set({ end: { ...end, time } })}
          />
        )}
        <StaffFields staff={staff} department={department} doctor={doctor} onChange={set} />
      </div>
      <p class="hint">{t.closures.scopeHint}</p>
      <FormEnd draft={draft} action={action} back={onBack} submit={t.save} />
    </form>
  );
}
