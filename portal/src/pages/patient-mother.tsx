import { nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadRecord } from '../records';
import { Button } from '../ui/button';
import { PatientField } from '../ui/patient-field';
import { Loading } from '../ui/status';

interface Props {
  /** empty where none is recorded */
  id: string;
  onChange: (id: string | null) => void;
}

/** The mother of a newborn, who is a patient herself. */
export function MotherField({ id, onChange }: Props) {
  const mother = useLoad(async (signal) => (id ? loadRecord(id, signal) : null), [id]);
  if (!id) return <PatientField label={t.person.mother} onChoose={(chosen) => onChange(chosen.id)} />;
  return (
    <div class="field">
      <span>{t.person.mother}</span>
      <Loading of={mother} />
      <div class="row">
        {mother.data && (
          <span>
            <bdi>{nameOf(mother.data)}</bdi> <span class="muted unbroken">{mother.data.reg_number}</span>
          </span>
        )}
        <Button aria-label={t.person.removeMother} onClick={() => onChange(null)}>
          {t.history.remove}
        </Button>
      </div>
    </div>
  );
}
