/** Practitioner (hl7.org/fhir/R4/practitioner.html): a doctor. */
import { isNull, sql } from 'drizzle-orm';
import { doctor } from '../../db/schema/doctor';
import { user } from '../../db/schema/user';
import { ownJson } from '../../rules/own-json';
import { uniqueKey } from '../../rules/unique-key';
import { type Deployment, identifierOf, type Resource } from '../elements/datatypes';
import { addressesOf, emailOf, familyIn, genderOf, givenIn, nameOf, namesIn, phonesOf } from '../elements/people';
import { activeParameter } from '../search/constants';
import { identifierParameter } from '../search/identifiers';
import { stringParameter } from '../search/texts';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

interface Account {
  email: string;
  phone_number: string | null;
}

const fields = {
  ...entityFields(doctor),
  reg_number: doctor.reg_number,
  license_number: doctor.license_number,
  first_name: doctor.first_name,
  middle_name: doctor.middle_name,
  last_name: doctor.last_name,
  alt_phone_number: doctor.alt_phone_number,
  gender: doctor.gender,
  dob: doctor.dob,
  addresses: doctor.addresses,
  account: sql`(select json_object('email', ${user.email}, 'phone_number', ${user.phone_number}) from ${user}
      where ${user.id} = ${doctor.user_id})`
    .mapWith(ownJson<Account>)
    .as('account'),
};

type Row = RowMeta & Pick<typeof doctor.$inferSelect, Exclude<keyof typeof fields, 'account'>> & { account: Account };

const toFhir = (row: Row, deployment: Deployment): Resource => ({
  resourceType: 'Practitioner',
  id: row.id,
  identifier: [
    ...identifierOf(deployment, 'doctor-number', row.reg_number),
    ...identifierOf(deployment, 'license', row.license_number, 'MD'),
  ],
  active: true,
  name: nameOf(row),
  telecom: [...phonesOf(row.account.phone_number, row.alt_phone_number), ...emailOf(row.account.email)],
  address: addressesOf(row.addresses),
  ...genderOf(row.gender),
  birthDate: row.dob,
});

export const practitionerType: StoredType<Row> = {
  type: 'Practitioner',
  table: doctor,
  fields,
  live: isNull(doctor.deleted_at),
  deletions: { at: doctor.deleted_at },
  toFhir,
  mandatory: [],
  parameters: {
    active: activeParameter,
    identifier: identifierParameter({
      documentation: 'Registration number or license number',
      table: doctor,
      own: [
        { system: 'doctor-number', column: doctor.reg_number },
        { system: 'license', column: doctor.license_key, keyOf: uniqueKey, isTyped: true },
      ],
    }),
    name: stringParameter({ documentation: 'Beginning of any part of the name', texts: namesIn }),
    family: stringParameter({ documentation: 'Beginning of the family name', texts: familyIn }),
    given: stringParameter({ documentation: 'Beginning of a given name', texts: givenIn }),
  },
};
