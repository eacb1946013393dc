/** Doctors come with an account that has no password yet: an admin hands its owner a link to set one. Nobody is mailed. */
import * as z from 'zod';
import { DoctorAccount, DoctorFields, type NewDoctor } from '../../resources/doctor/schemas';
import { createDoctor } from '../../resources/doctor/service';
import { uniqueKey } from '../../rules/unique-key';
import { claimOf, external_id, withExternalId } from './external';
import type { Claim } from './importer';
import { plainImporter } from './plain';

const DoctorRow = z.object({ external_id, ...DoctorFields.shape, user: DoctorAccount });

/** In the order in which the database finds them taken. */
function claimsOf({ license_number, user: { email, username } }: NewDoctor): Claim[] {
  const byEmail = claimOf('Doctor', 'user.email', uniqueKey(email));
  const byName = claimOf('Doctor', 'user.username', uniqueKey(username ?? email));
  return [
    // A username that is the e-mail by default is taken when the e-mail is.
    username === null ? { ...byEmail, key: byName.key } : byName,
    byEmail,
    claimOf('Doctor', 'license_number', uniqueKey(license_number)),
  ];
}

export const doctors = plainImporter(
  DoctorRow,
  ({ external_id, ...input }, source) => ({
    external_id,
    claims: claimsOf(input),
    person: null,
    create: async (ctx, idempotency) =>
      createDoctor(ctx, input, withExternalId(idempotency, 'doctor', source, external_id)),
  }),
  ({ kind }) => (kind === 'forbidden' ? ['user', 'type'] : undefined),
);
