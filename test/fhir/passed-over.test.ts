import { beforeAll, describe, expect, it } from 'vitest';
import { SERVED } from '../../src/fhir/served';
import type { Body, Result } from '../support/client';
import { make } from '../support/factories';
import { fhir, idsIn, issueOf, resourcesIn, roleFor, URL } from '../support/fhir/client';

let patient: Body;
beforeAll(async () => {
  patient = await make.patient();
});

const lenient = { as: 'admin', headers: { prefer: 'handling=lenient' } } as const;
const strict = { as: 'admin', headers: { prefer: 'handling=strict' } } as const;

const entriesOf = ({ body }: Result, mode: string): Body[] =>
  (body.entry ?? []).filter(({ search }: Body) => search.mode === mode);

describe('What chooses among the matches, and is not served', () => {
  const CHOOSING = [
    'patient.identifier=4711',
    'subject:Patient.name=berg',
    'general-practitioner.name=berg',
    '_has:Observation:patient:code=882-1',
    '_filter=name eq berg',
    '_list=42',
    '_query=mine',
    '_content=berg',
    '_text=berg',
  ];
  const types = SERVED.flatMap(({ type, search }) => (search ? [type] : []));

  it.each(CHOOSING)('%s is refused of each type, whatever the handling', async (query) => {
    for (const options of [lenient, strict, {}])
      for (const type of types) {
        const refused = await fhir('GET', `/${type}?${encodeURI(query)}`, { ...options, as: roleFor(type) });
        expect([refused.status, refused.body.issue?.[0].expression?.[0]], type).toEqual([
          400,
          expect.stringMatching(/^http\./),
        ]);
        expect(JSON.stringify(refused.body)).not.toMatch(/4711|berg/);
      }
    expect(issueOf(await fhir('POST', '/Patient/_search', { ...lenient, body: new URLSearchParams(query) }))[0]).toBe(
      400,
    );
    expect(issueOf(await fhir('GET', `/Patient/${patient.id}/$everything?${encodeURI(query)}`, lenient))[0]).toBe(400);
  });

  it.each(['_summary=count', '_total=accurate', '_total=estimate'])(
    '%s is refused: nothing is counted',
    async (query) => {
      const refused = await fhir('GET', `/Patient?${query}`, lenient);
      expect(issueOf(refused)).toEqual([400, 'not-supported', `http.${query.split('=')[0]}`]);
      expect(refused.body.issue[0].diagnostics).toContain('not counted');
    },
  );

  it.each(['_summary=false', '_total=none'])('%s is what is answered', async (query) => {
    const answer = await fhir('GET', `/Patient?_id=${patient.id}&${query}`, strict);
    expect(idsIn(resourcesIn(answer))).toEqual([patient.id]);
    expect(answer.body.link[0].url).toBe(`${URL}/Patient?_id=${patient.id}&${query}`);
  });
});

describe('What is passed over', () => {
  const search = (query: string, options: Parameters<typeof fhir>[2] = lenient) =>
    fhir('GET', `/Patient?_id=${patient.id}&${query}`, options);

  it('is named in the answer, behind what was found', async () => {
    const answer = await search(
      'shoe-size=40&_revinclude=Provenance:target&_sort=family&shoe-size:exact=41&_include=x',
    );
    expect(answer.body.entry.map(({ search }: Body) => search.mode)).toEqual(['match', 'outcome']);
    const names = ['shoe-size', '_revinclude', '_sort', 'shoe-size:exact', '_include'];
    expect(entriesOf(answer, 'outcome')).toEqual([
      {
        resource: {
          resourceType: 'OperationOutcome',
          issue: [
            {
              severity: 'warning',
              code: 'not-supported',
              diagnostics: `Passed over, as they are not known: ${names.join(', ')}`,
              expression: names.map((name) => `http.${name}`),
            },
          ],
        },
        search: { mode: 'outcome' },
      },
    ]);
    expect(answer.body.link[0].url).toBe(`${URL}/Patient?_id=${patient.id}`);
  });

  it('is named by POST, where nothing is found, and in everything of a patient', async () => {
    const posted = await fhir('POST', '/Patient/_search', {
      ...lenient,
      body: new URLSearchParams('_id=x&shoe-size=40'),
    });
    const everything = await fhir('GET', `/Patient/${patient.id}/$everything?_type=Patient&_elements=id`, lenient);
    for (const [answer, matches] of [
      [posted, 0],
      [everything, 1],
    ] as const) {
      expect(entriesOf(answer, 'match')).toHaveLength(matches);
      expect(entriesOf(answer, 'outcome')).toHaveLength(1);
    }
  });

  it('is not named where there is nothing of it', async () => {
    const answer = await search('_count=5&_format=json&_pretty=true&_summary=false&_elements=id&nothing=');
    expect(entriesOf(answer, 'outcome')).toEqual([]);
    expect((await search('_revinclude=Provenance:target', strict)).status).toBe(400);
    expect((await search('_sort=family', strict)).status).toBe(400);
  });

  it('is named up to ten names, of 50 characters each, whatever is in them, and never with a value', async () => {
    const odd = encodeURIComponent(`a\0\u0007${'💊'.repeat(40)}`);
    const many = Array.from({ length: 30 }, (_, n) => `x${n}=secret`).join('&');
    const answer = await search(`${odd}=secret&${many}&${many}`);
    const [{ resource }] = entriesOf(answer, 'outcome') as [Body];
    const [{ diagnostics, expression }] = resource.issue;
    expect(expression).toHaveLength(10);
    expect(diagnostics).toMatch(/^Passed over, as they are not known: a💊.*, x0, .*, x8 and 21 more$/u);
    expect(diagnostics.length).toBeLessThan(200);
    expect(JSON.stringify(resource)).not.toContain('secret');
  });
});

it.each(['start', 'end'])('$everything by dates of care (%s) is refused', async (name) => {
  for (const options of [lenient, strict])
    expect(issueOf(await fhir('GET', `/Patient/${patient.id}/$everything?${name}=2026`, options))).toEqual([
      ...[400, 'not-supported', `http.${name}`],
    ]);
});
