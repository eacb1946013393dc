import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, shownAnswers, shownCreateAnswers } from '../../http/answers';
import type { AppContext, AppEnv } from '../../http/context';
import { idempotencyOf, setConflictLinks, setCreated } from '../../http/created';
import { answerCsv, csvHeaders, wantsCsv } from '../../http/csv';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader, ifMatchHeader } from '../../http/headers';
import { setNextPage } from '../../http/lists';
import { answerPolled } from '../../http/polled';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { isoTime } from '../../rules/datetime';
import { idParam, viewQuery } from '../../schemas/requests';
import type { Conflicts } from './answers';
import { listAppointments } from './calendar';
import { patchAppointment } from './change';
import { appointmentColumns } from './columns';
import { concernedBy, LISTED } from './concerned';
import {
  Appointment,
  AppointmentInput,
  AppointmentPatch,
  CalendarAppointment,
  CalendarQuery,
  FullAppointment,
  FullListedAppointment,
  ListedAppointment,
} from './schemas';
import { createAppointment, getAppointment } from './service';

/** Where appointments are read and changed: the interface has one operation at `/appointment/`. */
export const CALENDAR = '/calendar/appointments';

export const CONFLICTS =
  'rel="conflict" for each of up to five other appointments of the patient that hold any of the same time; with ' +
  '`DOUBLE_BOOKING=allow` also for the free times of the doctor, where somebody else holds that time, and for the room, or ' +
  'the rooms of the kind, where none was free';

const slotsAt = (doctor_id: string, { starts_at, ends_at }: NonNullable<Conflicts['held']>) =>
  `/calendar/slots?${new URLSearchParams({ doctor_id, from: isoTime(starts_at), to: isoTime(ends_at) })}`;

const roomsOf = (room: NonNullable<Conflicts['room']>) =>
  'id' in room ? `/calendar/resources/${room.id}` : `/calendar/resources/?${new URLSearchParams(room)}`;

/** What a booking that nothing refuses is told of. */
export const tellConflicts = (
  c: AppContext,
  { patient_id, doctor_id }: Pick<CalendarAppointment, 'patient_id' | 'doctor_id'>,
  { visits, held, room }: Conflicts,
) =>
  setConflictLinks(c, {
    patient_id,
    visits,
    collection: CALENDAR,
    others: [...(held ? [slotsAt(doctor_id, held)] : []), ...(room ? [roomsOf(room)] : [])],
  });

export const appointmentRoutes = new Hono<AppEnv>({ strict: false }).post(
  '/',
  endpoint({
    operationId: 'createAppointment',
    summary: 'Create an appointment',
    description:
      '404 names every one of patient, doctor, department, type and resource that does not exist. With `DOUBLE_BOOKING=reject` an appointment ' +
      'that overlaps another one of the same doctor is refused with 409, unless the status of either is COMPLETED, CANCELLED ' +
      'or NO_SHOW, in any usual spelling; those of deleted patients do not count. Without `expected_duration_minutes` it ' +
      'takes 15 minutes, with less than one it takes one. With `DOUBLE_BOOKING=reject` it is refused in a closure, too, where somebody ' +
      'else holds the time, and where no room is free that its type needs. A patient ' +
      'who has died is booked for only with such a status (400 `deceased`). One that is created as CHECKED_IN gets the next ' +
      '`queue_number` of its department and day. A `schedule` without a zone is in the time zone of the hospital. With a ' +
      '`hold_id`, which ends with it, only `patient_id` is required.',
    permission: 'appointment:create',
    header: idempotencyHeader,
    json: AppointmentInput,
    answers: shownCreateAnswers(Appointment, 'Created', {
      location: 'Its address in the calendar',
      etag: 'Its version',
      link: CONFLICTS,
    }),
    errors: ['not_found', 'gone', 'conflict'],
  }),
  async (c) => {
    const idempotency = await idempotencyOf(c, c.req.valid('header'));
    const created = await createAppointment(serviceContext(c), c.req.valid('json'), idempotency);
    const { version, record, conflicts } = created;
    setCreated(c, record.id, version, CALENDAR);
    tellConflicts(c, record, conflicts);
    return answerJson(c, record, 201);
  },
);

export const calendarRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/',
    endpoint({
      operationId: 'listAppointments',
      summary: 'Appointments of a time, a doctor, a patient or a department',
      description:
        'Those of deleted patients are left out. Where no index serves all that is asked for, a page looks at a bounded ' +
        'number of appointments: it may be short and still have a next one. With `If-None-Match` a portal may ask every ten seconds ' +
        'whether anything has changed.',
      permission: 'appointment:read',
      query: CalendarQuery,
      ...readOf(
        'Appointments; with the names of what they refer to with view=full',
        z.array(z.union([FullListedAppointment, ListedAppointment])),
        {
          etag: 'Of this page as this account sees it, for `If-None-Match`; a CSV has none',
          link: 'rel="next" while there is more, also on a page that is not full',
          ...csvHeaders,
        },
        { csv: true },
      ),
    }),
    async (c) => {
      const query = c.req.valid('query');
      const ctx = serviceContext(c);
      if (!wantsCsv(c, query)) {
        const read = () => listAppointments(ctx, query, query.view);
        return answerPolled(c, { tables: LISTED, concerns: concernedBy(ctx, query), read });
      }
      const { rows, next } = await listAppointments(ctx, query, 'named');
      setNextPage(c, { next });
      return answerCsv(c, query, rows, {
        name: 'appointments',
        columns: appointmentColumns(ctx.settings.TIME_ZONE),
        rows,
      });
    },
  )
  .get(
    '/:id',
    endpoint({
      operationId: 'getAppointment',
      summary: 'Appointment by id',
      permission: 'appointment:read',
      param: idParam,
      query: viewQuery,
      ...readOf('The appointment', z.union([FullAppointment, CalendarAppointment])),
      errors: ['not_found'],
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const read = await getAppointment(serviceContext(c), id, c.req.valid('query').view);
      const { files, patient, doctor, department, has_note, messages }: Partial<FullAppointment> = read.record;
      return answerRecord(c, read, [files, patient, doctor, department, has_note, ...(messages ? [messages] : [])]);
    },
  )
  .patch(
    '/:id',
    endpoint({
      operationId: 'patchAppointment',
      summary: 'Reschedule, reassign, cancel or otherwise change an appointment',
      description:
        'A merge patch (RFC 7396). From COMPLETED, CANCELLED and NO_SHOW an appointment only goes back to SCEDULED (400), ' +
        'from NO_SHOW also to CHECKED_IN or CANCELLED; other statuses are free, as CHECKED_IN and IN_PROGRESS. With ' +
        '`DOUBLE_BOOKING=reject` the time that it takes must be free and not closed (409). With invoices, files or notes it stays with its patient (400). ' +
        'Of a patient who has died it is neither moved nor booked again (400 `deceased`).',
      permission: 'appointment:update',
      param: idParam,
      header: ifMatchHeader,
      json: AppointmentPatch,
      answers: shownAnswers(CalendarAppointment, 'The appointment', { etag: 'Its new version', link: CONFLICTS }),
      errors: ['not_found', 'gone', 'conflict', 'outdated'],
      stored: (ctx, id) => getAppointment(ctx, id, 'reduced'),
    }),
    async (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      const patched = await patchAppointment(serviceContext(c), target, c.req.valid('json'));
      const { version, record, conflicts } = patched;
      setETag(c, version);
      tellConflicts(c, record, conflicts);
      return answerJson(c, record);
    },
  );
