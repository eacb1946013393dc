/** What scripts/fhir-definitions.mjs writes. */
export interface Definitions {
  /** StructureDefinitions of all types and resources, with what is read of them */
  structures: { type: string; kind: string; abstract: boolean }[];
  /** of the values of primitive types */
  regexes: Record<string, string>;
  /** those that some element is bound to: codes by system, null for all of one */
  valueSets: Record<string, Record<string, string[] | null>>;
  /** displays by code; null where HL7 does not list all codes */
  codeSystems: Record<string, Record<string, string[]> | null>;
  /** HL7's extensions: the types of their values */
  extensions: Record<string, string[]>;
}
