import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, shownAnswers, shownCreateAnswers } from '../../http/answers';
import type { AppContext, AppEnv } from '../../http/context';
import { idempotencyOf } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader, ifMatchHeader } from '../../http/headers';
import { setNextPage } from '../../http/lists';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import {
  AddendumInput,
  appointmentParam,
  authorQuery,
  doctorParam,
  HandedOver,
  HandOverInput,
  Note,
  NoteQuery,
  NoteUpdate,
  patientParam,
} from './schemas';
import { addAddendum, getNote, handOverNotes, listNotes, signNote, writeNote } from './service';

const answerWritten = (c: AppContext, { version, record }: Awaited<ReturnType<typeof writeNote>>) => {
  setETag(c, version);
  return answerJson(c, record);
};

/** Beneath `/calendar/appointments`. */
export const visitNoteRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/:id/note',
    endpoint({
      operationId: 'getNote',
      summary: 'What a doctor has written about a visit',
      description:
        'The own note, draft or signed; without one, that of the doctor of the visit if it is signed, else the one that was signed ' +
        'last. Drafts of others are 404.',
      permission: 'note:read',
      param: appointmentParam,
      query: authorQuery,
      ...readOf('The note', Note),
      errors: ['not_found'],
    }),
    async (c) => {
      const { author } = c.req.valid('query');
      const read = await getNote(serviceContext(c), c.req.valid('param').id, author);
      // One address shows notes of several doctors, and of a draft the name that its author has now.
      return answerRecord(c, read, [read.record.id, read.record.author]);
    },
  )
  .put(
    '/:id/note',
    endpoint({
      operationId: 'updateNote',
      summary: 'Write about a visit: begin the own draft, or change it',
      description:
        'Each doctor has one note about a visit. The doctor of the visit begins one (403 `other_doctor` for others); its author changes ' +
        'the draft, also when the visit has gone to another doctor since. One that is signed is final (400 `not_editable`). ' +
        'A note that is not there has version 0: `If-Match: "0"` begins one, and does not change one. A title that is left out ' +
        'stays as it is. What changes nothing writes nothing.',
      permission: 'note:write',
      param: appointmentParam,
      header: ifMatchHeader,
      json: NoteUpdate,
      answers: shownAnswers(Note, 'The draft'),
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      return answerWritten(c, await writeNote(serviceContext(c), target, c.req.valid('json')));
    },
  )
  .post(
    '/:id/note/sign',
    endpoint({
      operationId: 'signNote',
      summary: 'Sign the own note about a visit',
      description:
        'Final from then on: author and time stand in it, and addenda may follow. With `If-Match` it signs what was seen, or ' +
        'nothing (412). Of a note that is signed it answers that, whether `If-Match` names the version that was signed or the present one.',
      permission: 'note:write',
      param: appointmentParam,
      header: ifMatchHeader,
      answers: shownAnswers(Note, 'The signed note'),
      errors: ['not_found', 'outdated'],
    }),
    async (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      return answerWritten(c, await signNote(serviceContext(c), target));
    },
  )
  .post(
    '/:id/note/addenda',
    endpoint({
      operationId: 'createAddendum',
      summary: 'Add to a signed note',
      description:
        'To the note that a read without `author`, or with the same, answers: its author and the doctor of the visit add to it (403 ' +
        '`other_doctor` for others). An addendum is signed as it is added, and never changes. A draft takes none (400 ' +
        '`not_editable`). A note has at most 50, and 512 KiB in all (422). With an `Idempotency-Key` a repetition does not add twice.',
      permission: 'note:write',
      param: appointmentParam,
      query: authorQuery,
      header: idempotencyHeader,
      json: AddendumInput,
      answers: shownCreateAnswers(Note, 'The note, with what was added', { etag: 'Its new version' }),
      errors: ['not_found', 'conflict'],
    }),
    async (c) => {
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { author } = c.req.valid('query');
      const { id } = c.req.valid('param');
      const added = await addAddendum(serviceContext(c), id, { author, ...c.req.valid('json') }, idempotency);
      setETag(c, added.version);
      return answerJson(c, added.record, 201);
    },
  );

/** Beneath `/patient`. */
export const patientNoteRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/:id/notes',
  endpoint({
    operationId: 'listNotes',
    summary: 'What doctors have written about a patient, newest first',
    description: 'All signed notes, and the own drafts.',
    permission: 'note:read',
    param: patientParam,
    query: NoteQuery,
    answers: {
      200: {
        description: 'The notes',
        body: z.array(Note),
        headers: { link: 'rel="next" while there is more, also on a page of long notes that is not full' },
      },
    },
    errors: ['not_found'],
  }),
  async (c) => {
    const { rows, next } = await listNotes(serviceContext(c), c.req.valid('param').id, c.req.valid('query'));
    setNextPage(c, { next });
    return answerJson(c, rows);
  },
);

/** Beneath `/doctor`. */
export const doctorNoteRoutes = new Hono<AppEnv>({ strict: false }).post(
  '/:id/notes/hand-over',
  endpoint({
    operationId: 'handOverNotes',
    summary: 'Give the drafts of a doctor who has left to another one',
    description:
      'Of a doctor who is deleted, or whose account is disabled or has a role that writes no notes (400 `account_active` otherwise). It ' +
      'shows nothing of them. Where the other doctor has a note about the visit, the draft stays.',
    permission: 'note:hand-over',
    param: doctorParam,
    json: HandOverInput,
    answers: { 200: { description: 'What was handed over', body: HandedOver } },
    errors: ['not_found'],
  }),
  async (c) => c.json(await handOverNotes(serviceContext(c), c.req.valid('param').id, c.req.valid('json')), 200),
);
