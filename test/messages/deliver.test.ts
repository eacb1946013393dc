import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/db/client';
import {
  consume,
  consumeAll,
  DAY,
  DUE,
  HOUR,
  MINUTE,
  patientToTell,
  runAt,
  STARTS,
  setRules,
  statesOf,
  tickAt,
  toSend,
  useMessages,
  visitOf,
  visitToTell,
  withMessages,
} from '../support/due-messages';
import { logged, loggedLines } from '../support/fakes';
import { mailsSent, refusals } from '../support/mails';
import { messagesOf } from '../support/messages';
import { rows } from '../support/rows';

useMessages();

describe('What goes out', () => {
  it('is one mail for each time that the rules ask for, at its time', async () => {
    const { visit, patient } = await visitToTell({ booked: true, reminders: [48, 2] });
    await runAt(Date.now());
    const at = [STARTS - 2 * DAY, STARTS - 2 * HOUR];
    for (const due of at) {
      const sent = mailsSent.length;
      await runAt(due - MINUTE);
      expect(mailsSent).toHaveLength(sent);
      await runAt(due);
      await runAt(due + MINUTE);
      expect(mailsSent).toHaveLength(sent + 1);
    }
    expect(mailsSent.map(({ to }) => to)).toEqual(Array(3).fill(patient.email));
    expect(await statesOf(visit)).toEqual(['booked sent', 'reminder sent', 'reminder sent']);
    const [, ...reminders] = await messagesOf(visit.id);
    expect(reminders.map(({ due_at, ended_at }) => [due_at, ended_at])).toEqual(at.map((due) => [due, due]));
  });

  it('is in the language of the patient, says no more than the rules have switched on, and takes the consent back by one click', async () => {
    await setRules({ shows: ['department'] });
    const patient = await patientToTell({
      preferred_language: 'de-AT',
      first_name: 'Xaveria',
      last_name: 'Quittenbaum',
    });
    const visit = await visitOf(patient, { type: 'CONSULTATION', reason: 'a rash' });
    await runAt(DUE, { ...withMessages, HOSPITAL_NAME: 'Hafenklinik', HOSPITAL_ADDRESS: 'Kai 7' });
    const [mail] = mailsSent;
    if (!mail || !('text' in mail)) throw new Error('There is no mail');
    expect(mail.subject).toMatch(/Termin/);
    expect(mail.text).toMatch(/Hafenklinik[\s\S]*Kai 7/);
    const [{ name = '' } = {}] = await rows<{ name: string }>(
      'SELECT name FROM department WHERE id = ?',
      visit.department_id,
    );
    expect(mail.text).toContain(name);
    const [doctor] = await rows<{ last_name: string }>('SELECT last_name FROM doctor WHERE id = ?', visit.doctor_id);
    for (const secret of ['Xaveria', 'Quittenbaum', 'rash', 'CONSULTATION', doctor?.last_name ?? '?']) {
      expect(JSON.stringify(mail)).not.toContain(secret);
    }
    expect(mail.headers).toEqual(
      expect.objectContaining({
        'List-Unsubscribe': expect.stringMatching(/^<https:\/\/portal\.clinic\.example\/unsubscribe\/\S+>$/),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    );
    expect(mail.attachments).toHaveLength(1);
  });

  it('is one mail where a message comes out of the queue twice, at once or later', async () => {
    const { visit } = await visitToTell();
    await tickAt(DUE);
    const [message] = toSend.splice(0);
    await consume([message, message, message]);
    await consume([message]);
    expect(mailsSent).toHaveLength(1);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });

  it('is an event of the trail where the rules say so, once', async () => {
    const { visit } = await visitToTell({ channel: 'event' });
    await tickAt(DUE);
    const [message] = toSend.splice(0);
    await consume([message, message]);
    const [told] = await messagesOf(visit.id);
    expect(told).toMatchObject({ state: 'told', channel: 'event', due_at: DUE, ended_at: null });
    expect(mailsSent).toEqual([]);
    expect(
      await rows(
        "SELECT action, actor, changed, detail FROM audit WHERE entity = 'message' AND entity_id = ?",
        told?.id,
      ),
    ).toEqual([{ action: 'due', actor: null, changed: '[]', detail: null }]);
    await runAt(STARTS - MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder told']);
    await runAt(STARTS);
    expect(await statesOf(visit)).toEqual(['reminder dropped unanswered']);
  });
});

describe('What is refused', () => {
  it('is tried again after 5 and 30 minutes, and then given up, with the code', async () => {
    const { visit } = await visitToTell();
    refusals.push('E_SENDER_NOT_VERIFIED', 'E_SENDER_NOT_VERIFIED', 'E_RECIPIENT_SUPPRESSED');
    await runAt(DUE);
    expect(await statesOf(visit)).toEqual(['reminder waiting E_SENDER_NOT_VERIFIED']);
    await runAt(DUE + 5 * MINUTE - 1);
    expect(refusals).toHaveLength(2);
    await runAt(DUE + 5 * MINUTE);
    expect(refusals).toHaveLength(1);
    await runAt(DUE + 34 * MINUTE);
    expect(refusals).toHaveLength(1);
    await runAt(DUE + 35 * MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder failed E_RECIPIENT_SUPPRESSED']);
    await runAt(DUE + HOUR);
    expect(mailsSent).toEqual([]);
    expect(await rows('SELECT n FROM mail_count WHERE n > 0')).toEqual([]);
  });

  it('goes out by the next try', async () => {
    const { visit } = await visitToTell();
    refusals.push('E_INTERNAL_SERVER_ERROR');
    await runAt(DUE);
    await runAt(DUE + 5 * MINUTE);
    expect(mailsSent).toHaveLength(1);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
    expect(await messagesOf(visit.id)).toEqual([expect.objectContaining({ attempts: 2 })]);
  });

  it('waits for the end of quiet hours that have begun meanwhile', async () => {
    const { visit } = await visitToTell({ quiet: { from: '12:03', until: '12:30' } });
    refusals.push('E_INTERNAL_SERVER_ERROR');
    await runAt(DUE);
    for (const late of [5, 29]) await runAt(DUE + late * MINUTE);
    expect(mailsSent).toEqual([]);
    expect(await statesOf(visit)).toEqual(['reminder waiting E_INTERNAL_SERVER_ERROR']);
    await runAt(DUE + 30 * MINUTE);
    expect(mailsSent).toHaveLength(1);
    expect(await messagesOf(visit.id)).toEqual([expect.objectContaining({ state: 'sent', due_at: DUE })]);
  });

  it('is dropped where these end too late, also while it is in the queue', async () => {
    const { visit } = await visitToTell({ quiet: { from: '12:03', until: '15:00' } });
    await tickAt(DUE + 2 * MINUTE);
    vi.setSystemTime(DUE + 3 * MINUTE);
    await consumeAll();
    expect(mailsSent).toEqual([]);
    expect(await statesOf(visit)).toEqual(['reminder dropped quiet_hours']);
  });

  it('is given up at once where the next try would be too late', async () => {
    const { visit } = await visitToTell();
    refusals.push('E_DELIVERY_FAILED');
    await runAt(DUE + 2 * HOUR - MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder failed E_DELIVERY_FAILED']);
  });

  it('waits where the platform has no room, counts as no try, and is dropped once it is late', async () => {
    const { visit } = await visitToTell();
    for (let at = 0; at < 2 * HOUR; at += 30 * MINUTE) {
      refusals.push('E_DAILY_LIMIT_EXCEEDED');
      await runAt(DUE + at);
      expect(refusals).toEqual([]);
      expect(await messagesOf(visit.id)).toEqual([
        expect.objectContaining({ state: 'waiting', reason: 'quota', attempts: 0 }),
      ]);
      await runAt(DUE + at + 29 * MINUTE);
    }
    refusals.push('E_DAILY_LIMIT_EXCEEDED');
    await runAt(DUE + 2 * HOUR);
    await runAt(DUE + 2 * HOUR + MINUTE);
    expect(await statesOf(visit)).toEqual(['reminder dropped quota']);
    expect(mailsSent).toEqual([]);
  });

  it('keeps others from being tried, so that no hundred is refused', async () => {
    await setRules();
    for (let n = 0; n < 3; n++) await visitOf(await patientToTell());
    refusals.push('E_DAILY_LIMIT_EXCEEDED', 'never asked');
    await tickAt(DUE);
    for (const message of toSend.splice(0)) await consume([message]);
    await runAt(DUE + MINUTE);
    expect(refusals).toEqual(['never asked']);
    refusals.pop();
    await runAt(DUE + 31 * MINUTE);
    expect(mailsSent).toHaveLength(3);
  });
});

describe('Where the database fails', () => {
  const failing = (trip: number, times: number) => {
    const { run } = Database.prototype;
    let trips = 0;
    return vi.spyOn(Database.prototype, 'run').mockImplementation(function (this: Database, ...given) {
      trips++;
      if (trips >= trip && trips < trip + times) return Promise.reject(new Error('away: someone@example.com'));
      return run.apply(this, given);
    });
  };

  it('the message waits for its lease to end, and a line says so', async () => {
    const { visit } = await visitToTell();
    await tickAt(DUE);
    const broken = failing(1, 1);
    expect(await loggedLines(() => consumeAll())).toEqual([
      { level: 'warn', event: 'messages_delayed', count: 1, cause: 'Error', frames: expect.anything() },
    ]);
    broken.mockRestore();
    await runAt(DUE + 10 * MINUTE);
    expect(mailsSent).toHaveLength(1);
    expect(await statesOf(visit)).toEqual(['reminder sent']);
  });

  it('a mail that is out is noted by later tries', async () => {
    const { visit } = await visitToTell();
    await tickAt(DUE);
    const broken = failing(3, 2);
    await consumeAll();
    broken.mockRestore();
    expect(await statesOf(visit)).toEqual(['reminder sent']);
    await runAt(DUE + 10 * MINUTE);
    expect(mailsSent).toHaveLength(1);
  });
});

it('A message that is none is dropped, with a line', async () => {
  expect(await loggedLines(() => consume([{ message: '1' }]))).toEqual([
    { level: 'error', event: 'message_malformed', count: 1 },
  ]);
});

it('No line tells who it was about', async () => {
  const { patient, visit } = await visitToTell();
  refusals.push('E_INTERNAL_SERVER_ERROR');
  const lines = await logged(async () => {
    await runAt(DUE);
    await runAt(DUE + 5 * MINUTE);
  });
  expect(lines).toContain('mail_sent');
  for (const it of [patient.email, patient.id, visit.id, patient.first_name]) expect(lines).not.toContain(it);
});
