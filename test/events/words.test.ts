import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EVENT_ENTITIES, EVENT_PATTERNS, EVENT_TYPES, eventTypeOf, isAmong, wordsOf } from '../../src/events/types';
import { call } from '../support/client';
import { newFixtures } from '../support/fixtures';
import { OPERATIONS } from '../support/operations';
import { CASES, requestOf } from '../support/requests';
import { rows } from '../support/rows';

/** What the trail has of which there are no events, and why. */
const NO_EVENT: Record<string, string> = {
  'user login': 'nothing has changed',
  'user totp_begin': 'of whoever logs in',
  'user totp_enable': 'of whoever logs in',
  'user totp_disable': 'of whoever logs in',
  'user totp_reset': 'of whoever logs in',
  'user recovery_code': 'of whoever logs in',
  'login_session logout': 'a session is no record',
  'login_session revoke': 'a session is no record',
  'password_token create': 'of whoever logs in',
  'forgot_token create': 'of whoever logs in',
  'appointment_series create': 'each of its visits has an event',
  'appointment_series update': 'merged along with its visits, each of which has an event',
  'export_job export': 'nothing has changed',
  'export_job delete': 'nothing has changed',
  'message update': 'said by the program that has sent it',
  'note create': 'a draft is its author’s alone',
  'note update': 'a draft, or moved by a merge, whose event says so',
};

/** Operations that others are made of: until these are there nothing writes such a record. */
const NEEDED: Record<string, string> = { webhook: 'POST /webhooks/', calendar_feed: 'POST /auth/feeds' };
const isWritten = (type: string) => {
  const needed = NEEDED[type.slice(0, type.indexOf('.'))];
  return needed === undefined || needed in OPERATIONS;
};

interface Row {
  entity: string;
  action: string;
  changed: string;
}
let trail: Row[];

/** All that the operations write, by every case of each. */
beforeAll(async () => {
  // Codes of a second factor hold half a minute.
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const fixtures = await newFixtures();
  for (const [title, one] of CASES.filter(([, { method }]) => method !== 'GET')) {
    const { path, ...options } = await requestOf(one, fixtures);
    const { status, body } = await call(one.method, path, options);
    if (status >= 400) expect.fail(`${title}: ${status} ${JSON.stringify(body)}`);
  }
  vi.useRealTimers();
  trail = await rows<Row>('SELECT DISTINCT entity, action, changed FROM audit');
}, 300_000);

const typeOf = ({ changed, ...row }: Row) => eventTypeOf({ ...row, changed: JSON.parse(changed) });

describe('The words of the trail', () => {
  it('are events, or there is a reason why not', () => {
    const none = trail.filter((row) => !typeOf(row)).map(({ entity, action }) => `${entity} ${action}`);
    expect([...new Set(none)].filter((words) => !(words in NO_EVENT))).toEqual([]);
    expect(none.length).toBeGreaterThan(5);
  });

  it('are written for every type of event', () => {
    const written = new Set(trail.map(typeOf));
    expect(EVENT_TYPES.filter((type) => isWritten(type) && !written.has(type))).toEqual([]);
  });

  it('find the rows of the types that are asked for', () => {
    for (const row of trail) {
      const type = typeOf(row);
      const words = `${row.entity} ${row.action}`;
      if (type) expect(wordsOf([type]), type).toEqual([words]);
      if (row.entity !== 'note') expect(wordsOf(EVENT_TYPES).includes(words), words).toBe(type !== undefined);
    }
  });
});

describe('Types of events', () => {
  it('begin with their record, by which all of it are named', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
    for (const entity of EVENT_ENTITIES) {
      const theirs = EVENT_TYPES.filter((type) => isAmong([`${entity}.*`], type));
      expect(theirs.length).toBeGreaterThan(0);
      expect(theirs).toEqual(EVENT_TYPES.filter((type) => type.startsWith(`${entity}.`)));
    }
    expect(EVENT_PATTERNS).toHaveLength(EVENT_ENTITIES.length + EVENT_TYPES.length);
  });
});
