import type { Loaded } from '../hooks';
import { t } from '../i18n';
import { namedDepartment, namedDoctor, type Staff, toldApart } from '../staff';
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
      {/* Until they are there the fields are, with nobody in particular. */}
      {staff.error !== undefined && <Loading of={staff} />}
      <Select
        label={t.calendar.department}
        value={department}
        onChange={(chosen) => onChange({ department: chosen })}
        options={optionsOf(departments, toldApart(departments, namedDepartment))}
      />
      <Select
        label={t.calendar.doctor}
        value={doctor}
        onChange={(chosen) => onChange({ doctor: chosen })}
        options={optionsOf(doctors, toldApart(doctors, namedDoctor))}
      />
    </>
  );
}

const optionsOf = (items: readonly { id: string }[], names: readonly string[]) => [
  { value: '', text: t.all },
  ...items.map(({ id }, i) => ({ value: id, text: names[i] ?? '' })),
];
