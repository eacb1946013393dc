import type { Appointment } from '../appointments';
import { t } from '../i18n';

interface Props {
  appointments: readonly Appointment[];
  /** empty for any */
  chosen: string;
  onChoose: (tag: string) => void;
}

/**
 * Narrows the calendar to what has a tag, where anything has one. Not in the address, as a status is: browsers keep addresses, and a
 * tag may tell of an illness.
 */
export function Tags({ appointments, chosen, onChoose }: Props) {
  const tags = new Set(appointments.flatMap(({ tags = [] }) => tags));
  if (chosen) tags.add(chosen);
  if (tags.size === 0) return null;
  return (
    <select aria-label={t.prices.tags} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{t.prices.anyTag}</option>
      {[...tags]
        .sort((a, b) => a.localeCompare(b))
        .map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
    </select>
  );
}
