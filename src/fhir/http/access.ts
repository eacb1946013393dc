/** What of each type goes into the access log, in the words of the resources that it is made of. */
import * as z from 'zod';
import { FHIR_TYPES, type FhirType, isFhirType } from '../../fhir-types';
import { listed, type Shown } from '../../http/disclosure';
import { type Entity, type Mark, marked } from '../../schemas/marks';
import type { Access, Found } from '../served-type';

type Subject = (typeof FHIR_TYPES)[FhirType];

/** A schema with the marks of `Access`. */
const logged = (entity: Entity, whose: NonNullable<Mark['whose']>) => ({
  entity,
  access: z.object({ id: marked(z.string(), { entity }), of: marked(z.string().nullable(), { whose }) }),
});

const LOGGED: { readonly [S in Subject]?: { entity: Entity; access: z.ZodType<Access> } } = {
  patient: logged('patient', 'patient_id'),
  appointment: logged('appointment', 'patient_id'),
  invoice: logged('invoice', 'patient_id'),
  payment: logged('invoice', 'patient_id'),
  note: logged('note', 'patient_id'),
  file: logged('file', 'patient_id'),
  audit: logged('audit', 'owner_id'),
};

/** Undefined for types that show no patient. */
export const loggedEntity = (type: FhirType): Entity | undefined => LOGGED[FHIR_TYPES[type]]?.entity;

function accessIn({ access }: Found): Access {
  if (!access) throw new TypeError('The resource has no access');
  return access;
}

/** A list of each kind of record. @throws TypeError where a resource of a patient's has no access */
export const listsOf = (shown: readonly Found[]): Shown[] =>
  [...Map.groupBy(shown, ({ resource: { resourceType: type } }) => isFhirType(type) && loggedEntity(type))].flatMap(
    ([entity, some]) => {
      return entity ? [listed(entity, { entity_id: 'id', patient_id: 'of' }, some.map(accessIn))] : [];
    },
  );

/** Undefined for types that show no patient. */
export const accessOf = (type: FhirType): z.ZodType<Access> | undefined => LOGGED[FHIR_TYPES[type]]?.access;
