import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../src/rules/clock';
import { sha256 } from '../../src/rules/sha256';
import { call, ok, tokenOf } from '../support/client';
import { make } from '../support/factories';
import { keepOutOfLogs } from '../support/log-watch';
import { merge } from '../support/merges';
import { linkTo } from '../support/messages';
import { row, trail } from '../support/rows';

let patient: Awaited<ReturnType<typeof make.patient>>;
beforeEach(async () => {
  patient = await make.patient({ contact: { email: true, sms: true } });
});

const contactOf = async (id: string) => (await ok('GET', `/patient/${id}?view=full`)).contact;
const asText = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
/** As providers of mail post (RFC 8058). */
const click = (path: string, type = 'application/x-www-form-urlencoded') =>
  call('POST', path, { as: null, body: 'List-Unsubscribe=One-Click', headers: { 'content-type': type } });

describe('The link of a mail', () => {
  it('leads to a page that changes nothing, and shows nothing of the patient', async () => {
    const path = await linkTo(patient.id);
    const page = await call('GET', path, { as: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(asText(page)).toContain('<form method="post">');
    for (const of of [patient.id, patient.reg_number, patient.first_name, patient.last_name])
      expect(asText(page)).not.toContain(of);
    expect(page.cost.trips).toBe(0);
    expect(await contactOf(patient.id)).toEqual({ email: true, sms: true });
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'takes the consent to mails back with one click: %s',
    async (type) => {
      const path = await linkTo(patient.id);
      const done = await click(path, type);
      expect([done.status, done.cost.trips]).toEqual([200, 1]);
      expect(await contactOf(patient.id)).toEqual({ email: false, sms: true });
      expect((await click(path, type)).status).toBe(200);
      expect(await trail(patient.id)).toEqual(['create 1', 'update 2 contact']);
      const last = await row(`SELECT actor FROM audit WHERE entity_id = ? ORDER BY seq DESC`, patient.id);
      expect(last).toEqual({ actor: null });
    },
  );

  it('of a patient who was merged is of the one who stays', async () => {
    const path = await linkTo(patient.id);
    const other = await make.patient({ contact: { email: true, sms: false } });
    expect((await merge(other.id, patient.id)).status).toBe(200);
    expect((await click(path)).status).toBe(200);
    expect(await contactOf(other.id)).toEqual({ email: false, sms: false });
  });

  it('tells nothing of one who is deleted, or has agreed to nothing', async () => {
    const none = await make.patient({ contact: null });
    const deleted = await make.patient({ contact: { email: true, sms: true } });
    await ok('DELETE', `/patient/${deleted.id}`);
    const pages = await Promise.all(
      [patient.id, none.id, deleted.id].map(async (id) => {
        const answer = await click(await linkTo(id));
        return [answer.status, asText(answer)];
      }),
    );
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    expect(await trail(none.id)).toEqual(['create 1']);
  });

  it('holds for 400 days, and no other token does', async () => {
    const old = await linkTo(patient.id, 'en', Date.now() - 401 * DAY);
    const held = await linkTo(patient.id, 'en', Date.now() - 399 * DAY);
    expect((await click(held)).status).toBe(200);
    const access = await tokenOf('admin');
    keepOutOfLogs(access);
    const cut = (await linkTo(patient.id)).slice(0, -2);
    for (const path of [old, cut, `/unsubscribe/${access}`, '/unsubscribe/x'])
      for (const method of ['GET', 'POST']) expect((await call(method, path, { as: null })).status, path).toBe(404);
  });

  it('is in the language of the mail', async () => {
    for (const [language, dir] of [
      ['en', 'ltr'],
      ['de', 'ltr'],
      ['ar', 'rtl'],
    ] as const) {
      const page = asText(await call('GET', await linkTo(patient.id, language), { as: null }));
      expect(page).toContain(`<html lang="${language}" dir="${dir}">`);
    }
  });

  it('has a policy that allows nothing but its own styles and form', async () => {
    const page = await call('GET', await linkTo(patient.id), { as: null });
    const [, style = ''] = /<style>(.*)<\/style>/.exec(asText(page)) ?? [];
    const hash = Buffer.from(await sha256(style), 'hex').toString('base64');
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
  });
});
