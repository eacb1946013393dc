import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';
import { get } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { makePng, PNG } from '../support/files';
import { rows } from '../support/rows';

const JSON_FORM = { headers: { accept: 'application/fhir+json' } };

describe('Binary', () => {
  it('is the bytes as they are stored, which a browser may only keep', async () => {
    const { id } = await makePng((await make.patient()).id, 'arm.png');
    for (const accept of ['*/*', 'image/png', 'image/*']) {
      const { status, headers, bytes } = await get(`Binary/${id}`, { headers: { accept } });
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(bytes).toEqual(PNG);
      expect(headers.get('content-length')).toBe(String(PNG.length));
      expect(headers.get('content-disposition')).toBe(`attachment; filename="arm.png"; filename*=UTF-8''arm.png`);
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    }
    const head = await call('HEAD', `/fhir/r4/Binary/${id}`);
    expect([head.status, head.bytes.length, head.headers.get('content-type')]).toEqual([200, 0, 'image/png']);
  });

  it.each([
    ['application/fhir+json', ''],
    ['*/*', '?_format=json'],
    ['image/png', '?_format=application/fhir%2Bjson'],
  ])('is a resource for %s%s', async (accept, query) => {
    const { id: patient } = await make.patient();
    const { id } = await makePng(patient);
    const { body, headers } = await get(`Binary/${id}${query}`, { headers: { accept } });
    expect(headers.get('content-type')).toMatch('application/fhir+json');
    expect(body).toEqual({
      resourceType: 'Binary',
      id,
      meta: { versionId: '1', lastUpdated: expect.any(String) },
      contentType: 'image/png',
      securityContext: { reference: `Patient/${patient}` },
      data: Buffer.from(PNG).toString('base64'),
    });
  });

  it('has no context for a file of nobody', async () => {
    const { id } = await makePng((await make.department()).id);
    expect((await get(`Binary/${id}`, JSON_FORM)).body).not.toHaveProperty('securityContext');
  });

  it('is not sent again to who has it, in either form, nor read', async () => {
    const { id } = await makePng((await make.patient()).id);
    const first = await get(`Binary/${id}`);
    const conditions: Record<string, string>[] = [
      { 'if-none-match': first.headers.get('etag') ?? '' },
      { 'if-modified-since': first.headers.get('last-modified') ?? '' },
      { 'if-none-match': 'W/"1"', ...JSON_FORM.headers },
    ];
    for (const headers of conditions) {
      const { status, bytes, cost } = await get(`Binary/${id}`, { headers });
      expect([status, bytes.length, cost.trips, cost.r2]).toEqual([304, 0, 1, 0]);
    }
    expect((await get(`Binary/${id}`, { headers: { 'if-none-match': 'W/"2"' } })).status).toBe(200);
    expect((await get(`Binary/${id}/_history/1`, JSON_FORM)).body.id).toBe(id);
  });

  it('is too large as a resource above 10 MiB, but never as bytes', async () => {
    const { id } = await makePng((await make.patient()).id);
    await rows('UPDATE file SET size = 10 * 1024 * 1024 + 1 WHERE id = ?', id);
    const { status, body, cost } = await get(`Binary/${id}`, JSON_FORM);
    expect([status, body.issue[0].code, cost.r2]).toEqual([413, 'too-long', 0]);
    expect((await get(`Binary/${id}`)).status).toBe(200);
  });

  it('is on record, whatever was sent', async () => {
    const { id: patient } = await make.patient();
    const { id } = await makePng(patient);
    const ways: Record<string, string>[] = [{}, JSON_FORM.headers, { 'if-none-match': 'W/"1"' }];
    for (const headers of ways)
      expect(looksOf(await get(`Binary/${id}`, { headers }))).toEqual([['file', 'read', id, [patient]]]);
  });

  it('is refused without a token or permission, and neither listed nor written', async () => {
    const { id } = await makePng((await make.patient()).id);
    await expectRefusals(`Binary/${id}`);
    await rows('UPDATE file SET deleted_at = 1 WHERE id = ?', id);
    expect((await get(`Binary/${id}`)).status).toBe(410);
    expect((await get('Binary')).status).toBe(405);
    expect((await call('POST', '/fhir/r4/Binary', { body: 'x' })).status).toBe(405);
  });
});
