import { Hono } from 'hono';
import { answerJson, answerMessage, shownCreateAnswers, updateAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf } from '../../http/versions';
import { idParam } from '../../schemas/requests';
import { CONFLICTS, tellConflicts } from '../appointment/routes';
import {
  AppointmentSeries,
  AppointmentSeriesInput,
  CancelledVisits,
  PlannedSeries,
  SeriesCancelInput,
} from './schemas';
import { cancelSeries, createSeries, getSeries, planSeries } from './service';

export const appointmentSeriesRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/series',
    endpoint({
      operationId: 'createAppointmentSeries',
      summary: 'Book visits that come again every few weeks',
      description:
        'The body is that of an appointment, without `hold_id`, and says how often and how many. Each visit is an ordinary appointment ' +
        'with a `series_id`, at the same time of day by the clocks of the hospital. All are booked at once, or none. With ' +
        '`DOUBLE_BOOKING=reject` a visit that is closed, overlaps another appointment of its doctor, is held by somebody else or ' +
        'lacks its room is in the way: then the whole series is refused (409, by the first of these, naming up to five), or ' +
        'with `on_conflict: skip` that visit is left out and told in `skipped`; where every one would be, the series is 409 `nothing_free`. With ' +
        '`allow` all are booked. Visits may not overlap each other (422). With `dry_run` it is 200, and tells what could be booked and what is in the way.',
      permission: 'appointment:create',
      header: idempotencyHeader,
      json: AppointmentSeriesInput,
      answers: {
        200: { description: 'Of a dry run: what would be booked', body: PlannedSeries },
        ...shownCreateAnswers(AppointmentSeries, 'Booked', {
          location: 'Its address',
          etag: 'Its version',
          link: CONFLICTS,
        }),
      },
      errors: ['not_found', 'gone', 'conflict'],
    }),
    async (c) => {
      const input = c.req.valid('json');
      const ctx = serviceContext(c);
      if (input.dry_run) return answerMessage(c, await planSeries(ctx, input));
      const idempotency = await idempotencyOf(c, c.req.valid('header'));
      const { version, record, conflicts } = await createSeries(ctx, input, idempotency);
      setCreated(c, record.id, version);
      tellConflicts(c, { patient_id: record.patient_id, doctor_id: input.doctor_id }, conflicts);
      return answerJson(c, record, 201);
    },
  )
  .get(
    '/series/:id',
    endpoint({
      operationId: 'getAppointmentSeries',
      summary: 'Series of visits by id',
      description: 'With its visits as they are by now, and what was skipped when it was booked.',
      permission: 'appointment:read',
      param: idParam,
      ...readOf('The series', AppointmentSeries),
      errors: ['not_found'],
    }),
    async (c) => {
      const read = await getSeries(serviceContext(c), c.req.valid('param').id);
      return answerRecord(c, read, [read.record.appointments]);
    },
  )
  .post(
    '/series/:id/cancel',
    endpoint({
      operationId: 'cancelAppointmentSeries',
      summary: 'Cancel the visits of a series from a day on',
      description:
        'Those that begin on that day or later, and hold their time, become CANCELLED, all at once. Others stay as they are, so ' +
        'that the same request again cancels nothing more. An `If-Match` is not asked for: a visit is cancelled whatever has changed.',
      permission: 'appointment:update',
      param: idParam,
      json: SeriesCancelInput,
      answers: updateAnswers(CancelledVisits, 'What was cancelled', {}),
      errors: ['not_found'],
    }),
    async (c) => answerMessage(c, await cancelSeries(serviceContext(c), c.req.valid('param').id, c.req.valid('json'))),
  );
