import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { t } from '../i18n';
import type { Contact } from '../person';
import { hospital, may, session } from '../session';
import { Button } from '../ui/button';
import { ContactFields } from '../ui/contact-fields';
import { Alert, say } from '../ui/status';
import type { Patient } from './patient';

const NONE: Contact = { email: false, sms: false };

/** Asks what nobody has asked the patient yet, where the hospital mails at all. It is saved by itself: a booking does not wait for it. */
export function BookingContact({ patient, onAnswered }: { patient: Patient; onAnswered: () => void }) {
  const [contact, setContact] = useState(NONE);
  const { busy, error, run } = useAction();
  if (patient.contact || patient.deceased_at || !session().settings.mail || !may('patient:update')) return null;

  async function save() {
    unwrap(await hospital.PATCH('/patient/{id}', { params: { path: { id: patient.id } }, body: { contact } }));
    say(t.contact.saved);
    onAnswered();
  }
  return (
    <details class="folded">
      <summary>{t.contact.notAsked}</summary>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <ContactFields
        contact={contact}
        email={patient.email ?? null}
        phone={patient.phone_number ?? null}
        onChange={setContact}
      />
      <p>
        <Button busy={busy} onClick={() => run(save)}>
          {t.contact.save}
        </Button>
      </p>
    </details>
  );
}
