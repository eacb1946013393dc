// The mails of `npm start`, which are sent to nobody. wrangler writes the parts of each into files that go when it ends, and names
// them in its log: here they become files beside the other local data. scripts/mails-page.mjs shows them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { localData } from './lib.mjs';
import { localVariable } from './local-config.mjs';

const BEGIN = 'send_email binding called with MessageBuilder:';
/** `Text: /path/a.txt`, `Attachment (attachment): visit.ics -> /path/b.ics` */
const PART = /^(Text|HTML|Attachment)(?: \(\w+\))?: (?:(.+) -> )?(.+)$/;
/** The newest so many are kept. */
const KEPT = 200;
const SENDER = 'Harbour Clinic <portal@clinic.example>';

/**
 * What turns mail on locally, beyond what `.dev.vars` says. Whom HOST lets in from elsewhere could not follow a link to this
 * machine's own address: there it stays off until `.dev.vars` has a BASE_URL.
 * @param url of the service, undefined where others may come in
 * @returns variables, undefined where mail stays off
 */
export function mailVars(url) {
  const isSet = (name) => Boolean(localVariable(name));
  if (!url && !isSet('BASE_URL')) return undefined;
  return {
    ...(!isSet('BASE_URL') && { BASE_URL: url }),
    ...(!isSet('MAIL_FROM') && { MAIL_FROM: SENDER }),
  };
}

/** As people may copy it: from here, or where it lies elsewhere as a whole. */
function shown(path) {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

/** Beside the database, where nobody else gets in. */
export function createMailbox(dir = join(localData(), 'mails')) {
  mkdirSync(dir, { recursive: true });
  let count = 0;
  /** the one whose lines are being read: its head, and once that has ended its name */
  let reading;

  const namesOf = (end) => readdirSync(dir).filter((name) => name.endsWith(end));
  /** The newest first: a name begins with the time. */
  const list = () =>
    namesOf('.txt')
      .map((name) => name.slice(0, -'.txt'.length))
      .sort()
      .reverse();

  function removeOld() {
    for (const old of list().slice(KEPT)) for (const name of partsOf(old)) rmSync(join(dir, name), { force: true });
  }

  /** @returns the names of a mail's files */
  const partsOf = (name) =>
    readdirSync(dir).filter((file) => file.startsWith(`${name}.`) || file.startsWith(`${name}-`));

  function keep([, kind, filename, path], { head, name }) {
    const bytes = readFileSync(path);
    rmSync(path, { force: true });
    const target = {
      Text: `${name}.txt`,
      HTML: `${name}.html`,
      Attachment: `${name}-${basename(filename ?? '').replace(/[^\w.]/g, '_')}`,
    }[kind];
    const content = kind === 'Text' ? `${head.join('\n')}\n\n${bytes}` : bytes;
    writeFileSync(join(dir, target), content, { mode: 0o600 });
    if (kind !== 'Text') return '';
    removeOld();
    return `Mail: ${shown(join(dir, target))}`;
  }

  return {
    /** @returns what is shown of a line of wrangler's: nothing (`''`) but that a mail is kept; undefined if it is about no mail */
    seeLine(line) {
      if (line.includes(BEGIN)) {
        reading = { head: [] };
        return '';
      }
      if (reading && !reading.name) {
        if (line !== '') reading.head.push(line);
        else reading.name = `${new Date().toISOString().replaceAll(':', '-')}-${String(++count).padStart(3, '0')}`;
        return '';
      }
      const part = reading && PART.exec(line);
      if (part) return keep(part, reading);
      reading = undefined;
      return undefined;
    },

    list,

    /** @returns its head, its text and the names of its other files; undefined if there is none of that name */
    read(name) {
      const parts = partsOf(name);
      if (!parts.includes(`${name}.txt`)) return undefined;
      const content = readFileSync(join(dir, `${name}.txt`), 'utf8');
      const end = content.indexOf('\n\n');
      return {
        head: content.slice(0, end),
        text: content.slice(end + 2),
        parts: parts.filter((it) => it !== `${name}.txt`),
      };
    },

    /** @returns the bytes of a file, undefined if there is none of that name */
    bytesOf: (name) => (readdirSync(dir).includes(name) ? readFileSync(join(dir, name)) : undefined),
  };
}
