import type { Schema } from 'hospital-service-client';

type FormerNumber = Schema<'ForeignIdentifier'>;

/** `us-ssn` of `http://hl7.org/fhir/sid/us-ssn`, `old-clinic` of `urn:old-clinic`. */
const shortNameOf = (system: string): string => system.split(/[:/]/).findLast(Boolean) ?? system;

/** What another system calls a patient, what kind of number that is, and whose. */
export const formerNumberParts = ({ value, type, system }: FormerNumber): string[] => {
  const kind = type?.text ?? type?.coding?.find(({ display }) => display)?.display;
  return [value, ...(kind ? [kind] : []), shortNameOf(system)];
};
