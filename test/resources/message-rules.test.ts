import { beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, call, faults, refusal } from '../support/client';
import { input } from '../support/input';
import { withMail } from '../support/mails';
import { rows, trail } from '../support/rows';
import { programOf } from '../support/users';

const RULES = '/messages/rules';
const NEVER_SET = { booked: false, reminders: [], quiet: null, channel: 'email', shows: [] };

const get = (options: CallOptions = {}) => call('GET', RULES, { as: 'admin', ...options });
const put = (json: unknown, options: CallOptions = {}) => call('PUT', RULES, { as: 'admin', json, ...options });

beforeEach(() => rows('DELETE FROM message_rules'));

describe('/messages/rules', () => {
  it('are none, of version 0, where they were never set', async () => {
    const { body, headers } = await get();
    expect([body, headers.get('etag')]).toEqual([NEVER_SET, '"0"']);
  });

  it('are what was set, with a version for each change', async () => {
    const rules = input.messageRules();
    const first = await put(rules, { headers: { 'if-match': '"0"' } });
    expect([first.status, first.body, first.headers.get('etag')]).toEqual([200, rules, '"1"']);
    const second = await put({ ...rules, quiet: null, shows: [] }, { headers: { 'if-match': '"1"' } });
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await get()).body).toEqual({ ...rules, quiet: null, shows: [] });
    expect((await put(rules, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    const [row] = await rows<{ id: string }>('SELECT id FROM message_rules');
    expect((await trail(row?.id ?? '')).slice(-2)).toEqual(['create 1', 'update 2 quiet,shows']);
  });

  it('are refused with an old version where none were set', async () => {
    expect((await put(input.messageRules(), { headers: { 'if-match': '"3"' } })).status).toBe(412);
    expect((await get()).body).toEqual(NEVER_SET);
  });

  it('of two admins at once are those of one', async () => {
    const both = [12, 13].map((hours) =>
      put(input.messageRules({ reminders: [hours] }), { headers: { 'if-match': '"0"' } }),
    );
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('are an admin’s alone, whatever a program may do', async () => {
    for (const as of ['staff', 'doctor', 'billing', programOf('system/*.cruds')] as const) {
      expect((await get({ as })).status).toBe(403);
      expect((await put(input.messageRules(), { as })).status).toBe(403);
    }
  });

  it('ask for no mails where the deployment sends none', async () => {
    const mails = input.messageRules({ channel: 'email' });
    expect(await put(mails)).toMatchObject({ status: 400, body: refusal('mail_off') });
    expect((await put({ ...mails, booked: false, reminders: [] })).status).toBe(200);
    expect((await put(mails, { env: withMail })).status).toBe(200);
  });

  it.each([
    [{ reminders: [0] }, 'reminders.0'],
    [{ reminders: [337] }, 'reminders.0'],
    [{ reminders: [1.5] }, 'reminders.0'],
    [{ reminders: [3, 2, 1] }, 'reminders'],
    [{ reminders: [24, 24] }, 'reminders'],
    [{ quiet: { from: '22:00', until: '24:00' } }, 'quiet.until'],
    [{ quiet: { from: '7:00', until: '08:00' } }, 'quiet.from'],
    [{ quiet: { from: '22:00', until: '22:00' } }, 'quiet.until'],
    [{ shows: ['reason'] }, 'shows.0'],
    [{ shows: ['doctor', 'doctor'] }, 'shows'],
    [{ channel: 'sms' }, 'channel'],
  ])('refuse %j', async (wrong, at) => {
    const answer = await put(input.messageRules(wrong));
    expect(answer.status).toBe(422);
    expect(faults(answer).map(([field]) => field)).toContain(at);
  });
});
