// Judges resources by HL7's own definitions: form, cardinality, types and invariants by Medplum's validator, and what that leaves
// out: codes of required bindings, types of references, forms of ids and codes, and nothing empty.
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core';

interface Element {
  path: string;
  type?: { code: string; targetProfile?: string[] }[];
  contentReference?: string;
  binding?: { valueSet: string };
}

interface Structure {
  type: string;
  snapshot: { element: Element[] };
}

export interface Definitions {
  structures: Structure[];
  /** by value set */
  codes: Record<string, string[]>;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const FORMS: Record<string, RegExp> = {
  code: /^\S+(\s\S+)*$/,
  id: /^[A-Za-z0-9\-.]{1,64}$/,
  uri: /^\S+$/,
  url: /^\S+$/,
  canonical: /^\S+$/,
  dateTime: /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?)?)?$/,
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}(-\d\d(-\d\d)?)?$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: FHIR's strings have none but these
  string: /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]+$/,
};

export function validatorOf({ structures, codes }: Definitions): (resource: unknown) => string[] {
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: structures.map((resource) => ({ resource })) };
  indexStructureDefinitionBundle(bundle as Parameters<typeof indexStructureDefinitionBundle>[0]);
  const elements = new Map(structures.flatMap(({ snapshot }) => snapshot.element.map((one) => [one.path, one])));
  const types = new Set(structures.map(({ type }) => type));

  /** The element of a property, `value[x]` among them, and the type that it has there. */
  function elementOf(parent: string, name: string): { element: Element; type: string } | undefined {
    const exact = elements.get(`${parent}.${name}`);
    if (exact) return { element: exact, type: exact.type?.length === 1 ? (exact.type[0]?.code ?? '') : 'Element' };
    for (let end = name.length - 1; end > 0; end--) {
      const choice = elements.get(`${parent}.${name.slice(0, end)}[x]`);
      const type = choice?.type?.find(({ code }) => code.toLowerCase() === name.slice(end).toLowerCase());
      if (choice && type) return { element: choice, type: type.code };
    }
    return undefined;
  }

  const isAllowed = (value: unknown, valueSet: string): boolean => {
    const known = codes[valueSet];
    if (!known) return true;
    if (typeof value === 'string') return known.includes(value);
    const { coding, code } = value as { coding?: { code?: string }[]; code?: string };
    if (coding) return coding.some((one) => one.code !== undefined && known.includes(one.code));
    return code === undefined || known.includes(code);
  };

  function referenceFault({ reference }: Json, { type = [] }: Element): string | undefined {
    const allowed = type.flatMap(({ targetProfile = [] }) => targetProfile.map((url) => url.split('/').at(-1)));
    if (typeof reference !== 'string' || allowed.length === 0 || allowed.includes('Resource')) return undefined;
    const [, target] = /(?:^|\/)([A-Z]\w+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/\w+)?$/.exec(reference) ?? [];
    if (target === undefined) return /^(urn:|#)/.test(reference) ? undefined : `is no reference: ${reference}`;
    return allowed.includes(target) ? undefined : `may not refer to ${target}`;
  }

  function* faultsOf(value: unknown, at: string, within: string): Generator<string> {
    if (value === null || value === undefined || value === '') yield `${at} is empty`;
    else if (Array.isArray(value)) {
      if (value.length === 0) yield `${at} is empty`;
      for (const [n, one] of value.entries()) yield* faultsOf(one, `${at}[${n}]`, within);
    } else if (isObject(value)) {
      if (Object.keys(value).length === 0) yield `${at} is empty`;
      const parent = typeof value.resourceType === 'string' ? value.resourceType : within;
      for (const [name, one] of Object.entries(value)) yield* faultsOfProperty(one, name, at, parent);
    }
  }

  function* faultsOfProperty(value: unknown, name: string, at: string, parent: string): Generator<string> {
    const path = `${at}.${name}`;
    if (name === 'resourceType') return;
    // Of a primitive: its extensions.
    if (name.startsWith('_')) return yield* faultsOf(value, path, 'Element');
    const found = elementOf(parent, name);
    if (!found) return yield* faultsOf(value, path, 'Element');
    const { element, type } = found;
    for (const one of [value].flat()) {
      if (element.binding && !isAllowed(one, element.binding.valueSet))
        yield `${path} is not of ${element.binding.valueSet}: ${JSON.stringify(one)}`;
      const form = FORMS[type.replace('http://hl7.org/fhirpath/System.String', 'string')];
      if (typeof one === 'string' && form && !form.test(one)) yield `${path} is no ${type}: ${JSON.stringify(one)}`;
      const fault = type === 'Reference' && isObject(one) ? referenceFault(one, element) : undefined;
      if (fault) yield `${path} ${fault}`;
    }
    const next =
      element.contentReference?.slice(1) ?? (types.has(type) && elements.has(`${type}.id`) ? type : undefined);
    const isBackbone = type === 'BackboneElement' || type === 'Element';
    yield* faultsOf(value, path, isBackbone && !element.contentReference ? element.path : (next ?? element.path));
  }

  const byMedplum = (resource: unknown): string[] => {
    const told = ({ severity, details, diagnostics, expression }: Json) =>
      `${severity}: ${(details as Json | undefined)?.text ?? diagnostics} (${expression})`;
    try {
      return validateResource(resource as Parameters<typeof validateResource>[0]).map((issue) =>
        told(issue as unknown as Json),
      );
    } catch (error) {
      if (!(error instanceof OperationOutcomeError)) throw error;
      return (error.outcome.issue ?? []).map((issue: unknown) => told(issue as Json));
    }
  };

  return (resource) => {
    const { resourceType, entry } = resource as { resourceType: string; entry?: { resource?: unknown }[] };
    if (!types.has(resourceType)) return [`${resourceType} is no type that is answered`];
    const inner =
      resourceType === 'Bundle' ? (entry ?? []).flatMap(({ resource: one }) => (one ? byMedplum(one) : [])) : [];
    return [...byMedplum(resource), ...inner, ...faultsOf(resource, resourceType, resourceType)];
  };
}
