import { nameOf } from '../format';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import type { Staff } from '../staff';
import { Select } from './field';
import { Loading } from './status';

interface Props {
  staff: Loaded<Staff>;
  /** ids, empty for none in particular */
  department: string;
  doctor: string;
  onChange: (chosen: { department: string } | { doctor: string }) => void;
}

/** Chooses a department, a doctor, both or none. */
export function StaffFields({ staff, department, doctor, onChange }: Props) {
  const { departments = [], doctors = [] } = staff.data ?? {};
  return (
    <>
      <Loading of={staff} />
      <Select
        label={t.calendar.department}
        value={department}
        onChange={(chosen) => onChange({ department: chosen })}
        options={[{ value: '', text: t.all }, ...departments.map(({ id, name }) => ({ value: id, text: name }))]}
      />
      <Select
        label={t.calendar.doctor}
        value={doctor}
        onChange={(chosen) => onChange({ doctor: chosen })}
        options={[{ value: '', text: t.all }, ...doctors.map((each) => ({ value: each.id, text: nameOf(each) }))]}
      />
    </>
  );
}
