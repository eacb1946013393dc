import { input } from '../input.ts';
import type { Case, NoteState, Operations } from './record.ts';

/** A call beneath the path of a note, by the doctor of the visit. */
const of = (state: NoteState, below = '', json?: () => Record<string, unknown>): Case => ({
  request: async ({ newNote }) => {
    const { path, as } = await newNote(state);
    return { path: `${path}${below}`, as, ...(json && { json: json() }) };
  },
});

const changed = () => input.note({ text: 'Cough for two weeks.' });

export const note: Operations = {
  'GET /calendar/appointments/{id}/note': {
    as: 'doctor',
    cases: { 'a signed one': of('signed'), 'the own draft': of('draft') },
  },
  'PUT /calendar/appointments/{id}/note': {
    as: 'doctor',
    body: () => input.note(),
    cases: {
      'the first words': { ...of('none', '', input.note), begins: true },
      'a change': of('draft', '', changed),
      'what is there already': { ...of('draft', '', input.note), writesNothing: true },
    },
  },
  'POST /calendar/appointments/{id}/note/sign': {
    as: 'doctor',
    cases: { 'a draft': { ...of('draft', '/sign'), isOnce: true } },
  },
  'POST /calendar/appointments/{id}/note/addenda': {
    as: 'doctor',
    body: () => ({ text: 'The culture is negative.' }),
    // Another account is another doctor.
    checksOwnKey: true,
    cases: { 'to the own note': of('signed', '/addenda', () => ({ text: 'The culture is negative.' })) },
  },
  'GET /patient/{id}/notes': {
    as: 'doctor',
    cases: {
      '10 rows': { request: ({ patient }) => ({ path: `/patient/${patient.id}/notes?limit=10` }) },
      '100 rows': { request: ({ patient }) => ({ path: `/patient/${patient.id}/notes?limit=100` }) },
    },
  },
  'POST /doctor/{id}/notes/hand-over': {
    as: 'admin',
    body: () => ({ to: crypto.randomUUID() }),
    cases: {
      'of a doctor who is deleted': {
        request: async ({ newNote, doctor }) => {
          const { doctor_id } = await newNote('left');
          return { path: `/doctor/${doctor_id}/notes/hand-over`, json: { to: doctor.id } };
        },
      },
    },
  },
};
