import type { ComponentChildren } from 'preact';
import { joined } from '../format';
import { formerNumberParts } from '../former-number';
import { t } from '../i18n';
import { contactText } from '../messages';
import { bloodGroupText, formatAge, formatBorn, genderText, payerKindText } from '../people';
import { languageText, type NextOfKin, type Payer } from '../person';
import { linkTo } from '../router';
import { Phone } from '../ui/phone';
import type { Patient } from './patient';

export const kinText = ({ name, relation, phone }: NextOfKin): string => joined([name, relation, phone]);

export const payerText = ({ name, kind, member_number, tax_id }: Payer): string =>
  joined([name, payerKindText(kind), member_number, tax_id]);

/** Who somebody is. Of what most patients do not have, only what there is. */
export function Summary({ patient }: { patient: Patient }) {
  const { phone_number, alt_phone_number, email, next_of_kin: kin, payer, preferred_language, identifiers } = patient;
  return (
    <dl class="facts">
      <Fact name={t.patients.number}>
        <bdi>{patient.reg_number}</bdi>
      </Fact>
      <Fact name={t.person.formerNumbers}>
        {identifiers?.map((one) => (
          <div key={`${one.system} ${one.value}`}>{joined(formerNumberParts(one))}</div>
        ))}
      </Fact>
      <Fact name={t.patient.middleName}>{patient.middle_name && <bdi>{patient.middle_name}</bdi>}</Fact>
      <Fact name={t.patient.born}>
        {patient.dob ? joined([formatBorn(patient), formatAge(patient, patient.deceased_at)]) : t.patient.unknown}
      </Fact>
      <Fact name={t.patient.gender}>{genderText(patient.gender)}</Fact>
      <Fact name={t.patient.bloodGroup}>{bloodGroupText(patient.blood_group)}</Fact>
      <Fact name={t.patient.phone}>{phone_number ? <Phone field={phone_number} /> : t.patient.unknown}</Fact>
      <Fact name={t.patient.otherPhone}>{alt_phone_number && <Phone field={alt_phone_number} />}</Fact>
      <Fact name={t.person.email}>
        {email && (
          <a href={`mailto:${email}`} dir="ltr">
            {email}
          </a>
        )}
      </Fact>
      <Fact name={t.person.nationalId}>{patient.national_id && <bdi dir="ltr">{patient.national_id}</bdi>}</Fact>
      <Fact name={t.person.language}>{preferred_language && languageText(preferred_language)}</Fact>
      <Fact name={t.contact.title}>{contactText(patient.contact)}</Fact>
      <Fact name={t.person.kin}>
        {kin && (
          <>
            {joined([kin.name, kin.relation])}
            {kin.phone && (
              <>
                {' · '}
                <Phone field={kin.phone} />
              </>
            )}
          </>
        )}
      </Fact>
      <Fact name={t.person.payer}>{payer && payerText(payer)}</Fact>
      <Fact name={t.person.mother}>
        {patient.mother_id && <a href={linkTo(`/patients/${patient.mother_id}`)}>{t.person.toMother}</a>}
      </Fact>
    </dl>
  );
}

/** Left out where there is nothing to say. */
function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
