import { formatTime } from '../format';
import type { Slot } from '../slots';

interface Props {
  /** whose and of which day, for who does not see where they stand */
  legend: string;
  /** one set of buttons on a page, of which one can be chosen */
  name: string;
  slots: readonly Slot[];
  /** these are of another day or doctor until the new ones are there: nobody should choose one */
  loading: boolean;
  chosen: Slot | undefined;
  onChoose: (slot: Slot) => void;
  /** the department, where there are several */
  noteOf: (slot: Slot) => string | undefined;
}

export const keyOfSlot = ({ doctor_id, department_id, schedule }: Slot): string =>
  `${schedule} ${doctor_id} ${department_id}`;

/** Free times to choose one of: radio buttons, so that the arrow keys go from one to the next. */
export function Slots({ legend, name, slots, loading, chosen, onChoose, noteOf }: Props) {
  return (
    <fieldset class="slots" disabled={loading}>
      <legend class="for-readers">{legend}</legend>
      {slots.map((slot) => {
        const key = keyOfSlot(slot);
        const note = noteOf(slot);
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
