import { Fragment } from 'preact';
import { formatDayOrMoment, formatKnown } from '../format';
import { t } from '../i18n';
import { contactText } from '../messages';
import { bloodGroupText, genderText } from '../people';
import { isSame, languageText, type Person } from '../person';
import { kinText, payerText } from './patient-summary';

/** The fields that are others now. */
export function Differences({ before, now }: { before: Person; now: Person }) {
  const fields: [name: keyof Person, label: string, text: string | null][] = [
    ['first_name', t.patient.firstName, now.first_name],
    ['middle_name', t.patient.middleName, now.middle_name],
    ['last_name', t.patient.lastName, now.last_name],
    ['dob', t.patient.born, now.dob && formatKnown(now.dob)],
    ['gender', t.patient.gender, genderText(now.gender)],
    ['blood_group', t.patient.bloodGroup, bloodGroupText(now.blood_group)],
    ['phone_number', t.patient.phone, now.phone_number],
    ['alt_phone_number', t.patient.otherPhone, now.alt_phone_number],
    ['email', t.person.email, now.email],
    ['national_id', t.person.nationalId, now.national_id],
    ['preferred_language', t.person.language, now.preferred_language && languageText(now.preferred_language)],
    ['next_of_kin', t.person.kin, now.next_of_kin && kinText(now.next_of_kin)],
    ['payer', t.person.payer, now.payer && payerText(now.payer)],
    ['mother_id', t.person.mother, now.mother_id && t.person.known],
    ['contact', t.contact.title, contactText(now.contact)],
    ['deceased_at', t.person.deceased, now.deceased_at && formatDayOrMoment(now.deceased_at)],
  ];
  return (
    <dl class="facts">
      {fields
        .filter(([name]) => !isSame(before[name], now[name]))
        .map(([name, label, text]) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text || t.patient.unknown}</bdi>
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}
