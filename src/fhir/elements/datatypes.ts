/** Pieces of FHIR R4 resources (hl7.org/fhir/R4/datatypes.html). Pure: what is absent is left out by `present`. */

import type { IdSystem, Systems } from '../../db/systems';
import type { Settings } from '../../env';
import type { FhirType } from '../../fhir-types';
import { said } from '../../rules/said';

export interface Resource {
  resourceType: string;
  id?: string | undefined;
  meta?: Meta | undefined;
  [element: string]: unknown;
}

/**
 * An element of a resource that this server has made, undefined where it is left out.
 * `T` is what the type's mapping gives it: the index signature of `Resource` does not know.
 */
export const elementOf = <T>(resource: Resource, name: string) => resource[name] as T | undefined;

export interface Meta {
  versionId?: string;
  lastUpdated?: string;
  tag?: Coding[] | undefined;
}

export interface Coding {
  system?: string | undefined;
  code?: string | undefined;
  display?: string | undefined;
}

export interface CodeableConcept {
  coding?: Coding[];
  text?: string | null | undefined;
}

export interface Identifier {
  use?: string;
  type?: CodeableConcept;
  system: string;
  value: string;
}

export interface Reference {
  reference?: string;
  display?: string | null | undefined;
}

/** What resources have of the deployment. */
export interface Deployment {
  /** `{base}/fhir/r4` */
  url: string;
  systems: Systems;
  /** of the hospital, if it has said so */
  name?: string | undefined;
  timeZone: string;
  currency: Settings['CURRENCY'];
}

const V2_IDENTIFIER_TYPE = 'http://terminology.hl7.org/CodeSystem/v2-0203';

/** @param type a code of HL7's table 0203, as MR for a medical record number */
export const identifierOf = (
  deployment: Deployment,
  name: IdSystem,
  value: string | null,
  type?: string,
): Identifier[] =>
  value
    ? [
        {
          use: 'official',
          ...(type && { type: { coding: [{ system: V2_IDENTIFIER_TYPE, code: type }] } }),
          system: deployment.systems[name],
          value,
        },
      ]
    : [];

export const referenceTo = (type: FhirType, id: string): Reference => ({ reference: `${type}/${id}` });

export const conceptOf = (system: string, code: string, display?: string): CodeableConcept => ({
  coding: [{ system, code, display }],
});

export const textOnly = (text: string | null | undefined): CodeableConcept | undefined =>
  said(text) === undefined ? undefined : { text };

export const ORIGINAL_TEXT = 'http://hl7.org/fhir/StructureDefinition/originalText';
const DATA_ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** For what a code cannot carry: the text as it is stored, on the element of the code (`_gender`). */
export const originalText = (text: string) =>
  said(text) === undefined ? undefined : { extension: [{ url: ORIGINAL_TEXT, valueString: text }] };
export const absent = (reason: 'unknown' | 'unsupported') => ({
  extension: [{ url: DATA_ABSENT, valueCode: reason }],
});

/** The text that `originalText` has put on an element, if it has. */
export const originalOf = (element: { extension?: { url: string; valueString?: string }[] } | undefined) =>
  element?.extension?.find(({ url }) => url === ORIGINAL_TEXT)?.valueString;

/** A code has no space at its ends, and single ones within (`[^\s]+(\s[^\s]+)*`). */
export const codeText = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The text of a tag may have what its code cannot. */
export const tagsOf = ({ systems }: Deployment, tags: readonly string[]): Coding[] =>
  tags.map((tag) => {
    const code = codeText(tag);
    return { system: systems.tag, code, ...(code !== tag && { display: tag }) };
  });

function presentValue(value: unknown): unknown {
  if (typeof value === 'string') return said(value);
  if (Array.isArray(value)) {
    const elements = value.map(presentValue).filter((element) => element !== undefined);
    return elements.length === 0 ? undefined : elements;
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  return presentElements(value);
}

function presentElements(value: object): Record<string, unknown> | undefined {
  const entries = Object.entries(value)
    .map(([name, element]): [string, unknown] => [name, presentValue(element)])
    .filter(([, element]) => element !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Nothing empty leaves: no `""`, `[]`, `{}` or null. */
export const present = (resource: Resource): Resource => ({
  ...presentElements(resource),
  resourceType: resource.resourceType,
});
