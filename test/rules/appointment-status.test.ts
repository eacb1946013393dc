import { describe, expect, it } from 'vitest';
import { APPOINTMENT_STATUSES } from '../../clients/typescript/src/constants';
import { appointmentStatusOf } from '../../clients/typescript/src/status';
import { isSameStatus, spellingsOf } from '../../src/rules/appointment-status';

describe('A status in another spelling', () => {
  it.each([
    ['SCEDULED', ['SCHEDULED', 'scheduled', 'Sched-uled', 'scEDuled']],
    ['COMPLETED', ['COMPLETE', 'complete', 'Completed']],
    ['CANCELLED', ['CANCELED', 'canceled']],
    ['NO_SHOW', ['NOSHOW', 'no show', 'no-show']],
    ['CHECKED_IN', ['checked in']],
    ['IN_PROGRESS', ['in-progress']],
  ] as const)('is %s, for the service as for its client', (status, spellings) => {
    for (const spelling of [status, ...spellings]) {
      expect(isSameStatus(status, spelling)).toBe(true);
      expect(appointmentStatusOf(spelling)).toBe(status);
    }
  });

  it.each(['', 'CONFIRMED', 'SCHEDULE', 'RESCHEDULED', 'CANCEL', 'noſhow', 'toString'])('%j is none', (word) => {
    expect(APPOINTMENT_STATUSES.filter((status) => isSameStatus(status, word))).toEqual([]);
    expect(appointmentStatusOf(word)).toBeUndefined();
  });

  it('is asked for together with all others of its status', () => {
    expect(spellingsOf('canceled')).toEqual(['CANCELLED', 'CANCELED']);
    expect(spellingsOf('scheduled')).toEqual(['SCEDULED', 'SCHEDULED']);
    expect(spellingsOf('no show')).toEqual(['NOSHOW']);
  });
});
