import type { Schema } from 'hospital-service-client';
import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';

interface Props {
  appointment: Schema<'FullAppointment'>;
  onEdit: () => void;
}

/** To why the patient comes, and to what a doctor has written. Of that others know only that it is there. */
export function AppointmentNotes({ appointment: { id, has_note }, onEdit }: Props) {
  const mayRead = may('note:read', 'note:write');
  return (
    <>
      {has_note && !mayRead && <p class="muted">{t.note.isThere}</p>}
      <div class="row">
        {mayRead && (
          <a class="button" href={linkTo(`/appointments/${id}/note`)}>
            {t.note.title}
          </a>
        )}
        {may('appointment:update') && (
          <Button look="quiet" onClick={onEdit}>
            {t.visit.edit}
          </Button>
        )}
      </div>
    </>
  );
}
