// Letters on their way: nodemailer writes each as the message that travels, and postal-mime reads it as a mail program does.
import assert from 'node:assert/strict';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import '../../scripts/typescript.mjs';

const { LANGUAGES } = await import('../../src/rules/languages.ts');
const { visitCalendar } = await import('../../src/mail/letters/calendar.ts');
const { AT, lettersOf, STOP, visitMail } = await import('../support/letters.ts');

const FROM = { name: 'Zahnärzte am Hafen', address: 'no-reply@clinic.example' };
const TO = 'maja@example.com';
/** Long, in two directions, and as hostile as a name can be. */
const CLINIC = `مستشفى النور <b>"Harbour"</b>; ${'Ä'.repeat(60)}\r\nBcc: me@evil.example`;
const CALENDAR = 'text/calendar';

const messageOf = ({ attachments = [], ...letter }) =>
  new MailComposer({
    ...letter,
    ...{ from: FROM, to: TO },
    attachments: attachments.map(({ type, content, ...rest }) => ({
      ...rest,
      contentType: type,
      content: Buffer.from(content),
    })),
  })
    .compile()
    .build();

const textOf = (bytes) => new TextDecoder().decode(bytes);
/** Line ends are the message's own. */
const inLines = (text) => text.replaceAll('\r\n', '\n').trimEnd();

async function arrives(letter) {
  const message = await messageOf(letter);
  const read = await PostalMime.parse(message);
  const header = (name) => read.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value);
  assert.equal(read.subject, letter.subject);
  assert.equal(inLines(read.text), inLines(letter.text));
  assert.equal(inLines(read.html), inLines(letter.html));
  assert.deepEqual([read.from, read.to, read.cc, read.bcc], [FROM, [{ address: TO, name: '' }], undefined, undefined]);
  for (const [name, value] of Object.entries(letter.headers)) assert.deepEqual(header(name), [value], name);
  assert.equal(read.attachments.length, letter.attachments?.length ?? 0);
  for (const [index, { filename, disposition, content }] of (letter.attachments ?? []).entries()) {
    const got = read.attachments[index];
    assert.deepEqual(
      [got.filename, got.disposition, got.mimeType, got.method],
      [filename, disposition, CALENDAR, 'PUBLISH'],
    );
    assert.equal(inLines(textOf(got.content)), inLines(textOf(content)));
  }
  return header('List-Unsubscribe-Post').length;
}

/** @returns how many arrived as they were sent */
export async function lettersArrive() {
  const visit = {
    id: crypto.randomUUID(),
    version: 1,
    updated_at: AT,
    starts_at: AT,
    ends_at: AT + 900_000,
    place: CLINIC,
  };
  let oneClick = 0;
  let count = 0;
  for (const language of LANGUAGES) {
    const calendar = visitCalendar(visit, { language, clinic: CLINIC, from: FROM.address });
    const visits = ['booked', 'reminder'].map((kind) =>
      visitMail({ kind, calendar, place: CLINIC, unsubscribeUrl: STOP, shown: { doctor: CLINIC } }),
    );
    for (const letter of lettersOf(language, CLINIC, visits)) {
      oneClick += await arrives(letter);
      count++;
    }
  }
  assert.equal(oneClick, 2 * LANGUAGES.length);
  return count;
}
