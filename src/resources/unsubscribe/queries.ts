import { sql } from 'drizzle-orm';
import { auditedUpdate } from '../../db/audited-update';
import { patient, survivorOf } from '../../db/schema/patient';
import type { Inputs } from '../../db/statement';
import type { Target } from '../../db/update-outcome';

/** Of the record that the patient has now. */
export const withdrawEmail = auditedUpdate(patient, ['contact'], {
  id: (p: Inputs<Target>) => survivorOf(p.id),
  computed: {
    contact: () => sql`iif(${patient.contact} is null, null, json_set(${patient.contact}, '$.email', json('false')))`,
  },
});
