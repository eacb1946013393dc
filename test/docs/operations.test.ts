import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import rules from '../../alerts/hospital.rules.yml?raw';
import page from '../../docs/operations.md?raw';

const sources = import.meta.glob('/src/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const logged = new Set(
  Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\blog\([^;]*?, '(\w+)',/g)].map(([, event = '']) => event),
  ),
);

it('docs/operations.md explains every event that is logged', () => {
  expect(logged.size).toBeGreaterThan(30);
  const events = page.split('### Events')[1]?.split('\n## ')[0];
  for (const event of logged) if (event !== 'request') expect(events, event).toContain(`\`${event}\``);
});

describe('alerts/hospital.rules.yml', () => {
  interface Rule {
    alert: string;
    expr: string;
    for?: string;
    labels: { severity: string };
    annotations: { summary: string; runbook: string };
  }
  const groups: { name: string; interval: string; rules: Rule[] }[] = parse(rules).groups;
  const all = groups.flatMap((group) => group.rules);

  /** Whether a line is one that the first selector of a query counts, by its filters for texts. */
  function counts({ expr }: Rule, line: string) {
    const [selected = ''] = expr.match(/\{service_name=~"[^"]+"\}[^[]*(?:\[1-9\][^[]*)?/) ?? [];
    return [...selected.matchAll(/(\|=|\|~|!=) `([^`]+)`/g)].every(([, operator, text = '']) =>
      operator === '|~' ? new RegExp(text).test(line) : line.includes(text) === (operator === '|='),
    );
  }
  const alertsOf = (fields: object) => all.filter((rule) => counts(rule, JSON.stringify(fields))).map((it) => it.alert);

  it('has rules of the form that Loki takes, each with a section of the runbook', () => {
    const headings = new Set(
      [...page.matchAll(/^##+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      ),
    );
    expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length);
    for (const { name, interval, ...rest } of groups) {
      expect(Object.keys(rest), name).toEqual(['rules']);
      expect(interval, name).toBe('1m');
    }
    for (const { alert, expr, for: pending = '1m', labels, annotations, ...rest } of all) {
      expect(alert).toMatch(/^[A-Z]\w+$/);
      expect(expr, alert).toMatch(/_over_time\(\{service_name=~"hospital-service\.\*"\} /);
      expect(pending, alert).toMatch(/^\d+[mh]$/);
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(annotations.summary, alert).toMatch(/\.$/);
      const [path, heading = ''] = annotations.runbook.split('#');
      expect(path, alert).toBe('docs/operations.md');
      expect(headings, alert).toContain(heading);
      expect(rest, alert).toEqual({});
    }
  });

  it('has an alert for every event that is logged, and for no other', () => {
    const named = all.flatMap(({ expr }) =>
      [...expr.matchAll(/"event":"\(?([\w|]+)\)?"/g)].flatMap(([, names = '']) => names.split('|')),
    );
    expect([...new Set(named)].sort()).toEqual([...logged].sort());
    for (const event of logged) {
      // Nothing is wrong with a request itself.
      if (event !== 'request') expect(alertsOf({ level: 'error', event, ms: 1 }), event).not.toEqual([]);
    }
  });

  const request = { level: 'info', event: 'request', route: '/patient/:id', status: 200, ms: 3 };
  it.each<[string, object, string[]]>([
    ['a request that nobody expected to fail', { ...request, level: 'error', status: 500 }, ['UnexpectedError']],
    ['storage that will be back', { ...request, level: 'warn', status: 503 }, ['StorageUnwell']],
    ['a database that is full', { ...request, level: 'error', status: 503, cause: 'storage: full' }, ['DatabaseFull']],
    [
      'health of storage, which is asked for each minute',
      { ...request, level: 'warn', route: '/health/ready', status: 503 },
      [],
    ],
    ['a limit', { ...request, status: 429, account: 'a' }, ['ManyRefusedByLimits']],
    ['a wrong password', { ...request, route: '/auth/login', status: 401 }, ['PasswordsGuessed']],
    ['a token that has expired', { ...request, status: 401 }, []],
    ['a request', request, []],
    ['an hourly job without failures', { level: 'info', event: 'hourly_job' }, ['HourlyJobMissing']],
    ['a filling database', { level: 'warn', event: 'hourly_job' }, ['HourlyJobMissing', 'HourlyJobFailed']],
    ['messages that went out', { level: 'info', event: 'messages_tick', sent: 3, failed: 0 }, []],
    [
      'messages that were given up',
      { level: 'info', event: 'messages_tick', sent: 3, failed: 12 },
      ['MessagesTickFailed'],
    ],
    [
      'a mail that is over the quota',
      { event: 'mail_refused', code: 'E_DAILY_LIMIT_EXCEEDED' },
      ['MailRefused', 'MailsLost'],
    ],
    ['a mail to an address that bounces', { event: 'mail_refused', code: 'E_RECIPIENT_SUPPRESSED' }, ['MailsLost']],
  ])('counts the line of %s where it should', (_, line, alerts) => {
    expect(alertsOf(line)).toEqual(alerts);
  });
});
