import type { Definitions } from './definitions.ts';
import { error, type Issue, isObject, type Json, type Node, type Rule, warning } from './issue.ts';

/** Value sets of which R4 has no list. */
const UNLISTED: Record<string, (code: string, path?: string) => boolean> = {
  'http://hl7.org/fhir/ValueSet/currencies': (code) => Intl.supportedValuesOf('currency').includes(code),
  'http://hl7.org/fhir/ValueSet/mimetypes': (code, path) =>
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;.*)?$/.test(code) ||
    (path === 'CapabilityStatement.format' && /^(json|xml|ttl)$/.test(code)),
};

const OF_HL7 = /^https?:\/\/(terminology\.hl7\.org|hl7\.org\/fhir)\//;

const codingsOf = (type: string, value: unknown): Json[] => {
  if (!isObject(value)) return [];
  if (type === 'Coding') return [value];
  return type === 'CodeableConcept' && Array.isArray(value.coding) ? value.coding.filter(isObject) : [];
};

/** Required bindings, and codings: codes and displays of the systems that R4 lists. HL7's extensions are known and typed. */
export function terminologyRules({ valueSets, codeSystems, extensions }: Definitions): Rule {
  const hasCode = (system: string, code: string) => code in (codeSystems[system] ?? {});

  function isIn(valueSet: string, code: string, system?: string): boolean {
    const systems = Object.entries(valueSets[valueSet] ?? {}).filter(([one]) => system === undefined || one === system);
    return systems.some(([one, codes]) => (codes ? codes.includes(code) : hasCode(one, code)));
  }

  function ofBinding(node: Node): Issue[] {
    const { type, value, element } = node;
    const { strength, valueSet = '' } = element?.binding ?? {};
    const [url = ''] = valueSet.split('|');
    if (strength !== 'required' || !(url in valueSets)) return [];
    if (typeof value === 'string') {
      const found = UNLISTED[url]?.(value, element?.path) ?? isIn(url, value);
      return found ? [] : [error(node, `${value} is not in ${url}`)];
    }
    if (type !== 'Coding' && type !== 'CodeableConcept') return [];
    const codings = codingsOf(type, value);
    const found = codings.some(({ code, system }) => isIn(url, String(code), String(system)));
    return found ? [] : [error(node, `No coding is in ${url}`)];
  }

  function ofCoding(node: Node, { system, code, display }: Json): Issue[] {
    if (typeof code !== 'string') return [];
    if (typeof system !== 'string') return [warning(node, `The code ${code} has no system`)];
    const codes = codeSystems[system];
    if (codes === undefined) return OF_HL7.test(system) ? [error(node, `R4 knows no code system ${system}`)] : [];
    if (codes === null) return [];
    const displays = codes[code];
    if (!displays) return [error(node, `${code} is not in ${system}`)];
    const plain = (text: unknown) => String(text).toLowerCase().replace(/\s+/g, ' ');
    const wrong =
      display !== undefined && displays.length > 0 && !displays.some((one) => plain(one) === plain(display));
    return wrong ? [error(node, `${system}#${code} is displayed as ${displays.join(' or ')}, not as ${display}`)] : [];
  }

  function ofExtension(node: Node, extension: Json): Issue[] {
    const url = String(extension.url);
    if (!url.startsWith('http://hl7.org/fhir/StructureDefinition/')) return [];
    const types = extensions[url];
    if (!types) return [error(node, `R4 knows no extension ${url}`)];
    const key = Object.keys(extension).find((one) => one.startsWith('value'));
    const right = key === undefined || types.some((type) => key.slice(5).toLowerCase() === type.toLowerCase());
    return right ? [] : [error(node, `${url} has no ${key}`)];
  }

  return (node) => {
    const issues = ofBinding(node);
    if (!isObject(node.value)) return issues;
    if (node.type === 'Coding') issues.push(...ofCoding(node, node.value));
    if (node.type === 'Extension') issues.push(...ofExtension(node, node.value));
    return issues;
  };
}
