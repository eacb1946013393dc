/** What of each type goes into the access log, in the words of the resources that it is made of. */
import * as z from 'zod';
import { FHIR_TYPES, type FhirType } from '../../auth/scopes';
import { listed, type Shown } from '../../http/disclosure';
import { type Entity, type Mark, marked } from '../../schemas/marks';
import type { Found, Look } from '../served-type';

type Subject = (typeof FHIR_TYPES)[FhirType];

const LOGGED: { readonly [S in Subject]?: Required<Pick<Mark, 'entity' | 'whose'>> } = {
  patient: { entity: 'patient', whose: 'patient_id' },
  appointment: { entity: 'appointment', whose: 'patient_id' },
  invoice: { entity: 'invoice', whose: 'patient_id' },
  payment: { entity: 'invoice', whose: 'patient_id' },
  file: { entity: 'file', whose: 'patient_id' },
  audit: { entity: 'audit', whose: 'owner_id' },
};

/** Undefined for types that show no patient. */
export const loggedEntity = (type: FhirType): Entity | undefined => LOGGED[FHIR_TYPES[type]]?.entity;

/** A list of each kind of record. @throws TypeError where a resource of a patient's has no look */
export const listsOf = (shown: readonly Found[]): Shown[] =>
  [...Map.groupBy(shown, ({ resource }) => loggedEntity(resource.resourceType as FhirType))].flatMap(
    ([entity, some]) => {
      const looks = some.map(({ look }) => look as Look);
      return entity ? [listed(entity, { entity_id: 'id', patient_id: 'of' }, looks)] : [];
    },
  );

/** A schema with the marks of `Look`; undefined for types that show no patient. */
export function lookOf(type: FhirType): z.ZodType<Look> | undefined {
  const logged = LOGGED[FHIR_TYPES[type]];
  if (!logged) return undefined;
  const { entity, whose } = logged;
  return z.object({ id: marked(z.string(), { entity }), of: marked(z.string().nullable(), { whose }) });
}
