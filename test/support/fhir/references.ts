import { error, type Issue, isObject, type Node, type Rule } from './issue.ts';

const REST = /^(?:https?:\/\/.+\/)?([A-Za-z]+)\/[A-Za-z0-9\-.]{1,64}(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\S+$/;

/** `Patient/1`, a URL, a URN or a contained resource, of a type that the element may refer to. */
export const referenceRules =
  (isResourceType: (type: string) => boolean): Rule =>
  (node) => {
    const { type, value } = node;
    if (type !== 'Reference' || !isObject(value)) return [];
    const { reference, type: said } = value;
    if (typeof said === 'string' && !isResourceType(said)) return [error(node, `No resource of R4: ${said}`)];
    if (typeof reference !== 'string') return typeof said === 'string' ? ofTarget(node, said) : [];
    if (reference.startsWith('#')) return [];
    const [, named = ''] = REST.exec(reference) ?? [];
    if (!isResourceType(named))
      return ABSOLUTE.test(reference) ? [] : [error(node, `Neither Type/id nor absolute: ${reference}`)];
    const differ = typeof said === 'string' && said !== named;
    return [...ofTarget(node, named), ...(differ ? [error(node, `A ${named} that is said to be a ${said}`)] : [])];
  };

function ofTarget(node: Node, named: string): Issue[] {
  const targets = node.element?.type.flatMap(({ code, targetProfile }) =>
    code === 'Reference' ? (targetProfile ?? []) : [],
  );
  const allowed = targets?.map((profile) => profile.slice(profile.lastIndexOf('/') + 1)) ?? [];
  if (allowed.length === 0 || allowed.includes('Resource') || allowed.includes(named)) return [];
  return [error(node, `Refers to ${named}, may refer to ${allowed.join(', ')}`)];
}
