import { error, type Issue, isObject, type Json, warning } from './issue.ts';

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** What HL7 says of bundles in words only. */
export function bundleRules(bundle: Json, path: string): Issue[] {
  if (bundle.resourceType !== 'Bundle') return [];
  const ofSearch = bundle.type === 'searchset';
  const isRequested = /^(batch|transaction)/.test(String(bundle.type));
  const entries = listOf(bundle.entry).flatMap((entry, index) => {
    const at = { path: `${path}.entry[${index}]` };
    const { fullUrl, resource, search } = entry;
    const { resourceType, id } = isObject(resource) ? resource : {};
    const mode = isObject(search) ? search.mode : undefined;
    const issues: Issue[] = [];
    if (ofSearch && mode === undefined) issues.push(warning(at, 'What is found says how it was found: search.mode'));
    if (mode === 'outcome' || isRequested) return issues;
    if (resource && fullUrl === undefined) issues.push(error(at, 'No fullUrl'));
    if (ofSearch && id === undefined) issues.push(error(at, 'What is found has an id'));
    if (/^https?:/.test(String(fullUrl)) && id !== undefined && !String(fullUrl).endsWith(`/${resourceType}/${id}`))
      issues.push(error(at, `The fullUrl is not that of ${resourceType}/${id}`));
    return issues;
  });
  const self = listOf(bundle.link).some(({ relation }) => relation === 'self');
  return ofSearch && !self ? [warning({ path }, 'No link to self says what was searched for'), ...entries] : entries;
}

/** dom-3, of which medplum's FHIRPath lacks a function: a contained resource is referred to, or refers to its container. */
export function containedRules(resource: Json, path: string): Issue[] {
  return listOf(resource.contained).flatMap((contained, index) => {
    const text = JSON.stringify(resource);
    const isUsed = text.includes(`"#${contained.id}"`) || JSON.stringify(contained).includes('"#"');
    return isUsed
      ? []
      : [error({ path: `${path}.contained[${index}]` }, 'Constraint dom-3 not met: nothing refers to it')];
  });
}
