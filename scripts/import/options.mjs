// What the command line says.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

const ENTITIES = ['department', 'doctor', 'catalog', 'patient', 'appointment'];
const FORMATS = { csv: 'csv', tsv: 'csv', txt: 'csv', ndjson: 'ndjson', jsonl: 'ndjson' };

const USAGE = 'Usage: npm run import -- --source URI [options] ENTITY=FILE… (--help says more)';
const HELP = `Usage: npm run import -- --source URI [options] ENTITY=FILE…

Brings files of another system into a service, in the order given: what others refer to comes first. Each is looked at, tried in
a dry run that makes nothing, and imported once you say so.

  ENTITY=FILE          ${ENTITIES.join(', ')}; or one FILE with --entity
  --source URI         the other system by an absolute URI, the same each time: urn:former-system
  --url URL            the service; http://127.0.0.1:8787 if left out, or the port in PORT
  --format FORMAT      csv, ndjson or fhir-ndjson; if left out, as the name of the file ends (.csv, .ndjson)
  --mapping FILE       JSON, fields by columns: {"Vorname": "first_name"}; if left out, what the names of the columns suggest
  --locale TAG         numbers are written as there: de-DE
  --date-order ORDER   of dates: dmy, mdy, ymd; if left out, they are YYYY-MM-DD
  --encoding NAME      utf-8, utf-16, windows-1252 or iso-8859-1; utf-8 if left out
  --on-duplicate WHAT  of a row that is likely somebody who is there: skip, report or create; skip if left out
  --dry-run            ends after the dry run
  --yes                does not ask before it imports
  --report DIR         where rows that failed, and duplicates, are written: a CSV each; beside FILE if left out

It asks for e-mail and password of an admin; or set IMPORT_CLIENT_ID and IMPORT_CLIENT_SECRET to those of a program.
More, and which fields there are: docs/moving-in.md`;

/** The command line is wrong. */
function misused(message) {
  console.error(`${message}\n${USAGE}`);
  process.exit(2);
}

function parsed() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ source: text, entity: text, format: text, mapping: text, locale: text, encoding: text, report: text },
        ...{ 'date-order': text, 'on-duplicate': text, 'dry-run': flag, yes: flag, help: { ...flag, short: 'h' } },
        url: { ...text, default: `http://127.0.0.1:${process.env.PORT || 8787}` },
      },
    });
  } catch (error) {
    // Node explains a value that begins with a hyphen in several lines, for other programs than this one.
    return misused(error.message.split('\n')[0]);
  }
}

function fileOf(argument, { entity, format }) {
  const [, named, path] = new RegExp(`^(${ENTITIES.join('|')})=(.+)$`).exec(argument) ?? [undefined, entity, argument];
  if (!named) misused(`${argument}: say what its rows become, as patient=${argument}.`);
  if (!ENTITIES.includes(named)) misused(`--entity is one of ${ENTITIES.join(', ')}.`);
  if (!existsSync(path) || !statSync(path).isFile()) misused(`${path} is no file.`);
  const byName = FORMATS[/\.(\w+)$/.exec(path)?.[1].toLowerCase()];
  if (!format && !byName) misused(`${path}: say by --format what it is.`);
  return { path, entity: named, format: format ?? byName };
}

function mappingOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return misused(`--mapping: ${path} is no JSON: ${error.message}`);
  }
}

export function readOptions() {
  const { values, positionals } = parsed();
  if (values.help) {
    console.log(HELP);
    process.exit();
  }
  const url = URL.parse(values.url);
  if (!url || !/^https?:$/.test(url.protocol)) misused('--url is the address of a service.');
  if (!values.source) misused('--source is missing.');
  if (positionals.length === 0) misused('No file is named.');
  if (positionals.length > 1 && (values.entity || values.mapping))
    misused(`--${values.entity ? 'entity' : 'mapping'} is of one file.`);
  return {
    url: values.url.replace(/\/+$/, ''),
    files: positionals.map((argument) => fileOf(argument, values)),
    /** As POST /imports/ takes them. */
    settings: {
      source: values.source,
      mapping: values.mapping && mappingOf(values.mapping),
      locale: values.locale,
      date_order: values['date-order'],
      encoding: values.encoding,
      on_duplicate: values['on-duplicate'],
    },
    isDryRun: values['dry-run'],
    isAgreed: values.yes,
    reportIn: (path) => values.report ?? dirname(path),
  };
}
