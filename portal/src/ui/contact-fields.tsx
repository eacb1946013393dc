import { t } from '../i18n';
import type { Contact } from '../person';
import { Checkbox } from './field';

interface Props {
  /** null: nobody has asked yet */
  contact: Contact | null;
  /** to which these would go */
  email: string | null;
  phone: string | null;
  onChange: (contact: Contact) => void;
}

/** By what the patient agrees to be told of visits. */
export function ContactFields({ contact, email, phone, onChange }: Props) {
  const given = contact ?? { email: false, sms: false };
  return (
    <fieldset class="entry-fields">
      <legend>{t.contact.title}</legend>
      <Checkbox
        label={t.contact.email}
        checked={given.email}
        onChange={(isAgreed) => onChange({ ...given, email: isAgreed })}
      />
      <Checkbox
        label={t.contact.sms}
        checked={given.sms}
        onChange={(isAgreed) => onChange({ ...given, sms: isAgreed })}
      />
      <p class="hint">
        {given.email && !email ? t.contact.noEmail : given.sms && !phone ? t.contact.noPhone : t.contact.hint}
      </p>
    </fieldset>
  );
}
