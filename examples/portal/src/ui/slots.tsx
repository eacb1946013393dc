import { formatTime } from '../format';
import { t } from '../i18n';
import type { Slot } from '../slots';

interface Props {
  legend: string;
  /** one set of buttons on a page, of which one can be chosen */
  name: string;
  slots: readonly Slot[];
  /** these are of another day or doctor until the new ones are there: nobody should choose one */
  loading: boolean;
  chosen: Slot | undefined;
  onChoose: (slot: Slot) => void;
  /** the doctor's name, where there are several doctors */
  noteOf?: (slot: Slot) => string | undefined;
}

export const keyOfSlot = ({ doctor_id, department_id, schedule }: Slot): string =>
  `${schedule} ${doctor_id} ${department_id}`;

/** Free times to choose one of: radio buttons, so that the arrow keys go from one to the next. */
export function Slots({ legend, name, slots, loading, chosen, onChoose, noteOf }: Props) {
  return (
    <fieldset class="slots" disabled={loading}>
      <legend>{legend}</legend>
      {slots.length === 0 && <p class="muted">{t.appointment.noneFree}</p>}
      {slots.map((slot) => {
        const key = keyOfSlot(slot);
        const note = noteOf?.(slot);
        return (
          <label key={key}>
            <input
              type="radio"
              name={name}
              checked={chosen !== undefined && keyOfSlot(chosen) === key}
              onChange={() => onChoose(slot)}
            />
            {formatTime(slot.schedule)}
            {note && <bdi class="muted">{note}</bdi>}
          </label>
        );
      })}
    </fieldset>
  );
}
