import { useEffect, useRef } from 'preact/hooks';
import { isolated } from '../format';
import { t } from '../i18n';
import { recent } from '../recent';
import { go } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { PatientField } from '../ui/patient-field';
import './find.css';

/** Opens a patient from any page. While nothing is typed it offers who was opened before. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  function leave(path: string, notes?: Record<string, string>) {
    onClose();
    go(path, {}, notes);
  }
  return (
    <Dialog title={t.find.title} onClose={onClose}>
      <div ref={field} class="finding">
        <PatientField
          label={t.find.field}
          fills
          before={{ text: t.find.recent, items: recent() }}
          onChoose={({ id }) => leave(`/patients/${id}`)}
          otherwise={(typed) =>
            may('patient:create') && (
              <div class="row">
                <Button onClick={() => leave('/patients/new', { typed })}>{t.find.register(isolated(typed))}</Button>
              </div>
            )
          }
        />
      </div>
    </Dialog>
  );
}
