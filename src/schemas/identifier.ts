/** What another system calls a record (hl7.org/fhir/R4/datatypes.html#Identifier): a value that is unique within the system, a URI. */
export interface ForeignIdentifier {
  system: string;
  value: string;
  use?: string | undefined;
  type?: unknown;
}
