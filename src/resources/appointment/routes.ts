import { Hono } from 'hono';
import { answerJson } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { idempotencyOf, setCreated } from '../../http/created';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { serviceContext } from '../../http/service-context';
import { CALENDAR } from '../calendar/routes';
import { Appointment, AppointmentInput } from './schemas';
import { createAppointment } from './service';

export const appointmentRoutes = new Hono<AppEnv>({ strict: false }).post(
  '/',
  endpoint({
    operationId: 'createAppointment',
    summary: 'Create an appointment',
    description:
      '404 names every one of patient, doctor and department that does not exist. With `DOUBLE_BOOKING=reject` an appointment ' +
      'that overlaps another one of the same doctor is refused with 409, unless the status of either is COMPLETED, CANCELLED ' +
      'or NO_SHOW, in any usual spelling; those of deleted patients do not count. Without `expected_duration_minutes` it ' +
      'takes 15 minutes, with less than one it takes one. A `schedule` without a zone is in the time zone of the hospital.',
    permission: 'appointment:create',
    header: idempotencyHeader,
    json: AppointmentInput,
    answers: {
      201: {
        description: 'Created',
        body: Appointment,
        headers: { location: 'Its address in the calendar', etag: 'Its version' },
      },
    },
    errors: ['not_found', 'conflict'],
  }),
  async (c) => {
    const idempotency = await idempotencyOf(c, c.req.valid('header'));
    const { version, record } = await createAppointment(serviceContext(c), c.req.valid('json'), idempotency);
    setCreated(c, record.id, version, CALENDAR);
    return answerJson(c, record, 201);
  },
);
