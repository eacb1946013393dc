import { beforeAll, describe, expect, it } from 'vitest';
import { readerOf } from '../../src/fhir/export/exported';
import { deploymentAt } from '../../src/fhir/http/deployment';
import { type Body, type CallOptions, ok, type Result, testEnv } from '../support/client';
import { make } from '../support/factories';
import { fhir, found, get, idsIn, idsOf, issueOf, meta, pagesOf, resourcesIn } from '../support/fhir/client';
import { insertNote, newWriter, SIGNED, type Writer } from '../support/fhir/notes';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { validate } from '../support/fhir/validate';
import { merge } from '../support/merges';
import { newVisit as visitWithNote } from '../support/notes';
import { rows } from '../support/rows';
import { newDatabase } from '../support/trail';

let author: Writer;
let colleague: Writer;

beforeAll(async () => {
  [author, colleague] = [await newWriter(), await newWriter()];
});

/** A visit of the author's, of which there is no note. */
const newVisit = (): Promise<Body> => make.appointment({ doctor_id: author.id });
const note = async (given?: Parameters<typeof insertNote>[2]) => insertNote(author, await newVisit(), given);
const read = async (id: string): Promise<Body> => (await get(`Composition/${id}`, author)).body;

const div = (html: string) => ({ status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${html}</div>` });

describe('Composition as a resource', () => {
  it('is a signed note', async () => {
    const visit = await newVisit();
    const id = await insertNote(author, visit, { title: 'First visit', text: 'Cough.\nLungs clear.' });
    expect(await read(id)).toEqual({
      resourceType: 'Composition',
      id,
      meta,
      status: 'final',
      type: { coding: [{ system: 'http://loinc.org', code: '11488-4', display: 'Consult note' }] },
      subject: { reference: `Patient/${visit.patient_id}` },
      date: '2026-12-01T09:30:00Z',
      author: [author.reference],
      title: 'First visit',
      attester: [{ mode: 'professional', time: '2026-12-01T09:30:00Z', party: author.reference }],
      event: [{ detail: [{ reference: `Appointment/${visit.id}` }] }],
      section: [{ title: 'First visit', text: div('Cough.<br/>Lungs clear.') }],
    });
  });

  it('is amended by addenda, each of which says whose it is', async () => {
    const later = SIGNED + 3_600_000;
    const addenda = [{ text: 'No fever since.', by: colleague, signed_at: later }];
    expect(await read(await note({ addenda }))).toMatchObject({
      ...{ status: 'amended', date: '2026-12-01T10:30:00Z', author: [author.reference] },
      attester: [
        { time: '2026-12-01T09:30:00Z', party: author.reference },
        { time: '2026-12-01T10:30:00Z', party: colleague.reference },
      ],
      section: [
        { title: 'Consult note', text: div('Well.') },
        {
          title: `Addendum, ${colleague.reference.display}, 2026-12-01T10:30:00Z`,
          author: [colleague.reference],
          text: div('No fever since.'),
        },
      ],
    });
  });

  it('says what the hospital’s own interface has written, in the same versions', async () => {
    const { put, sign, add, doctor, as } = await visitWithNote();
    const told = async ({ headers, body }: Result) => {
      const { status, body: resource } = await get(`Composition/${body.id}`, { as });
      expect([status, headers.get('etag')]).toEqual([200, `"${resource.meta.versionId}"`]);
      return [resource.status, resource.author[0].reference, resource.section.map(({ text }: Body) => text)];
    };
    const author = `Practitioner/${doctor.id}`;
    expect(await told(await put({ text: 'Draft.' }))).toEqual(['preliminary', author, [div('Draft.')]]);
    expect(await told(await put({ text: 'Cough.' }))).toEqual(['preliminary', author, [div('Cough.')]]);
    expect(await told(await sign())).toEqual(['final', author, [div('Cough.')]]);
    expect(await told(await add('Better.'))).toEqual(['amended', author, [div('Cough.'), div('Better.')]]);
  });

  it('is preliminary as a draft, which nobody has attested', async () => {
    const { status, title, date, attester, ...draft } = await read(await note({ signed_at: null }));
    expect([status, title, attester]).toEqual(['preliminary', 'Consult note', undefined]);
    expect(draft.author).toEqual([{ reference: author.reference.reference }]);
    expect(Date.parse(date)).toBe(Date.parse(draft.meta.lastUpdated));
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a & b &amp; c < d > e "f" \'g\'', 'a &amp; b &amp;amp; c &lt; d &gt; e "f" \'g\''],
    ['a\r\nb\rc\n\nd', 'a<br/>b<br/>c<br/><br/>d'],
    ['😀 \u200fسعال منذ أسبوع', '😀 \u200fسعال منذ أسبوع'],
    ['a\u0001\u001b\u0085\ufffe\uffffb', 'ab'],
    [' \n<\t', '&lt;'],
  ])('%j is XHTML', async (text, html) => {
    const { section } = await read(await note({ text, title: `A & <b> ${text.slice(0, 20)}` }));
    expect(section[0].text).toEqual(div(html));
  });

  it('has a text of 64 KiB whole', async () => {
    const { section } = await read(await note({ text: 'ä&'.repeat(21_845) }));
    expect(section[0].text).toEqual(div('ä&amp;'.repeat(21_845)));
  });

  it('has no section of what says nothing', async () => {
    const { section, title } = await read(await note({ text: '\u0001 \n', title: ' \u0001' }));
    expect([section, title]).toEqual([undefined, 'Consult note']);
  });
});

describe('A search for compositions', () => {
  it('finds by each parameter, and brings patient and author', async () => {
    const visit = await newVisit();
    const [mine, theirs, draft] = [
      await insertNote(author, visit),
      await insertNote(colleague, visit, {
        addenda: [{ text: 'More.', by: colleague, signed_at: SIGNED + 86_400_000 }],
      }),
      await insertNote(author, await make.appointment({ patient_id: visit.patient_id }), { signed_at: null }),
    ];
    const patient = `patient=${visit.patient_id}`;
    const searches: [string, string[]][] = [
      [patient, [mine, theirs, draft]],
      [`subject=Patient/${visit.patient_id}`, [mine, theirs, draft]],
      [`${patient}&author=${author.id}`, [mine, draft]],
      [`author=Practitioner/${colleague.id}&subject:Patient=${visit.patient_id}`, [theirs]],
      [`${patient}&status=preliminary`, [draft]],
      [`${patient}&status=final,amended`, [mine, theirs]],
      [`${patient}&status=http://hl7.org/fhir/composition-status|final`, [mine]],
      [`${patient}&type=http://loinc.org|11488-4`, [mine, theirs, draft]],
      [`${patient}&type=34133-9`, []],
      [`${patient}&date=2026-12-01`, [mine]],
      [`${patient}&date=gt2026-12-01&status=amended`, [theirs]],
      [`${patient}&_lastUpdated=ge2026`, [mine, theirs, draft]],
      [`_id=${theirs},${draft}`, [theirs, draft]],
    ];
    for (const [search, ids] of searches)
      expect((await idsOf(`Composition?${search}`, author)).sort(), search).toEqual(ids.sort());
    const along = await found(
      `Composition?${patient}&_include=Composition:subject&_include=Composition:author`,
      author,
    );
    expect(along.slice(3).map(({ resourceType }) => resourceType)).toEqual(['Patient', 'Practitioner', 'Practitioner']);
    const pages = await pagesOf(`Composition?${patient}&_count=1`, author);
    expect(pages.map(([one]) => one?.id)).toEqual([mine, theirs, draft]);
  });

  it('is on record as a look at notes, as is a read', async () => {
    const visit = await newVisit();
    const id = await insertNote(author, visit);
    expect(looksOf(await get(`Composition/${id}`, colleague))).toEqual([['note', 'read', id, [visit.patient_id]]]);
    expect(looksOf(await get(`Composition?patient=${visit.patient_id}`, colleague))).toEqual([
      ['note', 'list', null, [visit.patient_id]],
    ]);
    const { patient_id } = await newVisit();
    expect(looksOf(await get(`Composition?patient=${patient_id}`, colleague))).toEqual([
      ['note', 'list', null, [patient_id]],
    ]);
    const everything = await fhir('GET', `/Patient/${visit.patient_id}/$everything?_type=Composition`, colleague);
    expect(looksOf(everything)).toEqual([
      ['patient', 'read', visit.patient_id, [visit.patient_id]],
      ['note', 'list', null, [visit.patient_id]],
    ]);
  });
});

describe('A draft', () => {
  /** All ways that lead to a note by FHIR, with what a search for it finds. */
  async function seen(who: Pick<CallOptions, 'as'>, id: string, patient: string) {
    const { status } = await get(`Composition/${id}`, who);
    const version = await get(`Composition/${id}/_history/1`, who);
    const known = await get(`Composition/${id}`, { ...who, headers: { 'if-none-match': 'W/"1"' } });
    const searches = await Promise.all(
      [
        `_id=${id}`,
        `patient=${patient}`,
        `author=${author.id}&patient=${patient}`,
        `patient=${patient}&_lastUpdated=ge2020`,
        `patient=${patient}&date=ge2020`,
      ].map((query) => idsOf(`Composition?${query}`, who)),
    );
    const everything = idsIn(resourcesIn(await fhir('GET', `/Patient/${patient}/$everything?_type=Composition`, who)));
    const { size } = new Set([...searches, everything].map((ids) => ids.join()));
    expect(size, 'all searches find the same').toBe(1);
    return [status, version.status, known.status, everything];
  }

  it('is its author’s alone, in every way, until it is signed', async () => {
    const visit = await newVisit();
    const id = await insertNote(author, visit, { signed_at: null });
    expect(await seen(author, id, visit.patient_id)).toEqual([200, 200, 304, [id]]);
    expect(await seen(colleague, id, visit.patient_id)).toEqual([404, 404, 404, []]);
    expect(await idsOf(`Composition?patient=${visit.patient_id}&status=preliminary`, colleague)).toEqual([]);
    expect(await seen({ as: 'doctor' }, id, visit.patient_id)).toEqual([404, 404, 404, []]);
    expect(issueOf(await get(`Composition/${id}`, colleague))).toEqual(
      issueOf(await get(`Composition/${crypto.randomUUID()}`, colleague)),
    );
    expect((await fhir('GET', `/Patient/${visit.patient_id}/$everything`, colleague)).body.entry.length).toBe(
      (await fhir('GET', `/Patient/${visit.patient_id}/$everything`)).body.entry.length,
    );
    await rows('UPDATE note SET signed_at = ?, signed_by = ? WHERE id = ?', SIGNED, JSON.stringify(author.brief), id);
    expect(await seen(colleague, id, visit.patient_id)).toEqual([200, 200, 304, [id]]);
  });

  it('is another’s once it was handed over', async () => {
    const { put, patient_id, doctor, as } = await visitWithNote();
    const { id } = (await put()).body;
    await rows('UPDATE user SET disabled_at = 1 WHERE id = ?', as.id);
    await ok('POST', `/doctor/${doctor.id}/notes/hand-over`, { as: 'admin', json: { to: colleague.id } });
    expect(await seen({ as }, id, patient_id)).toEqual([404, 404, 404, []]);
    const { body } = await get(`Composition/${id}`, colleague);
    expect([body.meta.versionId, body.author]).toEqual(['2', [{ reference: `Practitioner/${colleague.id}` }]]);
  });

  it('is nobody’s once its author’s record is deleted', async () => {
    const gone = await newWriter();
    const visit = await make.appointment({ doctor_id: gone.id, schedule: '2020-01-01T09:00' });
    const id = await insertNote(gone, visit, { signed_at: null });
    await rows('UPDATE doctor SET deleted_at = 1 WHERE id = ?', gone.id);
    expect(await seen(gone, id, visit.patient_id)).toEqual([404, 404, 404, []]);
  });
});

describe('Who reads notes', () => {
  it('needs a permission of its own', async () => {
    const id = await note();
    await expectRefusals(`Composition/${id}`, author);
    for (const role of ['admin', 'staff', 'billing'] as const) {
      expect(issueOf(await get(`Composition/${id}`, { as: role })), role).toEqual([403, 'forbidden']);
      expect(issueOf(await get('Composition', { as: role })), role).toEqual([403, 'forbidden']);
    }
  });

  it('needs a scope of its own, whatever else the login may read', async () => {
    const visit = await newVisit();
    const id = await insertNote(author, visit);
    const narrowed = (scope: string) => ({ as: { ...author.as, scope } });
    const others = narrowed('user/Patient.rs user/DocumentReference.rs user/Binary.rs user/Appointment.cruds');
    for (const path of [`Composition/${id}`, `Composition/${id}/_history/1`, `Composition?_id=${id}`])
      expect(issueOf(await get(path, others)), path).toEqual([403, 'forbidden']);
    const typesOf = async (options: object) => {
      const { body } = await fhir('GET', `/Patient/${visit.patient_id}/$everything`, options);
      return resourcesIn({ body }).map(({ resourceType }) => resourceType);
    };
    expect(await typesOf(others)).not.toContain('Composition');
    expect(await typesOf({ as: 'admin' })).not.toContain('Composition');
    expect(await typesOf(author)).toContain('Composition');
    const alone = narrowed('user/Composition.rs');
    expect(idsIn([(await get(`Composition/${id}`, alone)).body])).toEqual([id]);
    expect(
      await idsOf(`Composition?_id=${id}&_include=Composition:patient&_include=Composition:author`, alone),
    ).toEqual([id]);
  });

  it('finds who has written along with everything of a patient, whoever’s the visit is by now', async () => {
    const visit = await newVisit();
    await insertNote(author, visit);
    await insertNote(await newWriter(), visit, { signed_at: null });
    await rows('UPDATE appointment SET doctor_id = ? WHERE id = ?', colleague.id, visit.id);
    const all = resourcesIn(await fhir('GET', `/Patient/${visit.patient_id}/$everything`, author));
    const doctors = all.filter(({ resourceType }) => resourceType === 'Practitioner');
    expect(idsIn(doctors).sort()).toEqual([author.id, colleague.id].sort());
  });
});

describe('The patient of a note', () => {
  it('is who has all of it after a merge', async () => {
    const [visit, { id: survivor }] = [await newVisit(), await make.patient()];
    const id = await insertNote(author, visit);
    expect((await merge(survivor, visit.patient_id)).status).toBe(200);
    for (const patient of [survivor, visit.patient_id])
      expect(await found(`Composition?patient=${patient}`, author), patient).toMatchObject([
        { id, subject: { reference: `Patient/${survivor}` }, meta: { versionId: '2' } },
      ]);
  });

  it('takes it out of reach where the record is deleted', async () => {
    const visit = await newVisit();
    const id = await insertNote(author, visit);
    await rows('UPDATE patient SET deleted_at = 1 WHERE id = ?', visit.patient_id);
    expect(issueOf(await get(`Composition/${id}`, author))).toEqual([410, 'deleted']);
    expect(await idsOf(`Composition?_id=${id}`, author)).toEqual([]);
  });
});

it('What an export reads of notes is what is signed', async () => {
  const [signed, draft] = [await note(), await note({ signed_at: null })];
  const deployment = await deploymentAt(testEnv, 'http://localhost/fhir/r4', newDatabase());
  const { lines = [] } =
    (await readerOf('Composition')?.(newDatabase(), deployment, null, { since: null, until: Date.now() })) ?? {};
  const resources = lines.map((line) => JSON.parse(line));
  resources.forEach(validate);
  expect(idsIn(resources)).toContain(signed);
  expect(idsIn(resources)).not.toContain(draft);
  expect(resources.every(({ status }) => status !== 'preliminary')).toBe(true);
});
