import type { Schema } from 'hospital-service-client';
import { type About, aboutOf, changeOf } from '../about';
import { EditForm, useEdit } from '../edit';
import { isolated, nameOf } from '../format';
import { t } from '../i18n';
import { AboutFields, aboutLabels } from './about-fields';

interface Props {
  appointment: Schema<'FullAppointment'>;
  /** names the draft of the form */
  draftKey: string;
  onSave: (change: Schema<'AppointmentPatchInput'>) => Promise<void>;
  onBack: () => void;
}

/** Why the patient comes, and what colleagues should know of it. */
export function AboutForm({ appointment, draftKey, onSave, onBack }: Props) {
  const name = isolated(appointment.patient ? nameOf(appointment.patient) : '');
  const edit = useEdit<keyof About>(draftKey, aboutOf(appointment), aboutLabels(), () => t.visit.draft(name));
  async function save() {
    await onSave(changeOf(edit.changes));
    edit.draft.clear();
  }
  return (
    <EditForm edit={edit} submit={t.save} back={onBack} onSubmit={save}>
      <AboutFields field={edit.field} isOpen />
    </EditForm>
  );
}
