import { Hono } from 'hono';
import * as z from 'zod';
import { answerJson, shownAnswers } from '../../http/answers';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { ifMatchHeader } from '../../http/headers';
import { setNextLink } from '../../http/lists';
import { answerPolled } from '../../http/polled';
import { serviceContext } from '../../http/service-context';
import { answerRecord, readOf, setETag, targetOf } from '../../http/versions';
import { KEEPS_WHAT_IS_LEFT_OUT } from '../../schemas/update';
import { LISTED, listHours } from './by-day';
import { listSlots } from './free-times';
import { DayHours, DayHoursQuery, DoctorHours, DoctorHoursUpdate, doctorParam, Slot, SlotQuery } from './schemas';
import { getWorkingHours, updateWorkingHours } from './service';

const RULES =
  'Times are wall time, as `schedule` is. `to` is on the next day unless it is later than `from`. An exception replaces all ' +
  'weekly hours that begin on its date.';

export const workingHoursRoutes = new Hono<AppEnv>({ strict: false })
  .get(
    '/doctors/:id/hours',
    endpoint({
      operationId: 'getWorkingHours',
      summary: 'Working hours of a doctor',
      description: `${RULES} Both lists are empty, and the version is 0, where none were ever set.`,
      permission: 'hours:read',
      param: doctorParam,
      ...readOf('The hours', DoctorHours),
      errors: ['not_found'],
    }),
    async (c) => answerRecord(c, await getWorkingHours(serviceContext(c), c.req.valid('param').id)),
  )
  .put(
    '/doctors/:id/hours',
    endpoint({
      operationId: 'updateWorkingHours',
      summary: 'Set the working hours of a doctor',
      description:
        `${RULES} Hours of one list do not overlap (422 names both). Appointments are not changed, nor are they bound to ` +
        'hours. 404 names every department that does not exist. After a 503 a PUT of both lists without `If-Match` may have ' +
        `taken place. ${KEEPS_WHAT_IS_LEFT_OUT}`,
      permission: 'hours:update',
      param: doctorParam,
      header: ifMatchHeader,
      json: DoctorHoursUpdate,
      answers: shownAnswers(DoctorHours, 'The hours', { etag: 'Their new version' }),
      errors: ['not_found', 'conflict', 'outdated'],
      stored: getWorkingHours,
    }),
    async (c) => {
      const target = targetOf(c.req.valid('param').id, c.req.valid('header'));
      const { version, record } = await updateWorkingHours(serviceContext(c), target, c.req.valid('json'));
      setETag(c, version);
      return answerJson(c, record);
    },
  )
  .get(
    '/hours',
    endpoint({
      operationId: 'listHours',
      summary: 'Who works when: hours of all doctors, on each day',
      description:
        'Weekly hours and exceptions put together, in the order of time, then by doctor; also those of the evening before the ' +
        'first day that reach into it. What a closure takes of them is listed with them. Without `department_id` they are those ' +
        'in all departments. More than 10,000 are 422, as is neither a `date` nor `from` and `to`. With `If-None-Match` a portal may ask ' +
        'whether anything has changed.',
      permission: 'hours:read',
      search: true,
      query: DayHoursQuery,
      ...readOf('The hours', z.array(DayHours), {
        etag: 'Of these hours as this account sees them, for `If-None-Match`',
      }),
    }),
    async (c) => {
      const [ctx, query] = [serviceContext(c), c.req.valid('query')];
      const read = async () => ({ ...(await listHours(ctx, query)), next: null });
      return answerPolled(c, { tables: LISTED, read });
    },
  )
  .get(
    '/slots',
    endpoint({
      operationId: 'listSlots',
      summary: 'Free times of a doctor, of all doctors of a department, or of the hospital',
      description:
        'In the order of time, then by doctor. Hours have a slot every `slot_minutes`, from their beginning on, as long as it ' +
        'ends within them. It is free if no appointment of the doctor that holds its time takes any of it, in whichever ' +
        'department, nor a hold of somebody else. With a `type_id` it is as long as the type says, free and within the hours ' +
        'with its buffers, of its doctors and departments, behind its notice and, if the type needs a room, when one is free; a ' +
        'type that is unknown, retired or, for a program, not bookable online has none. With a `patient_id` it is the body of ' +
        '`POST /appointment/`. Nothing is reserved: only `DOUBLE_BOOKING=reject` keeps two clients from booking the same ' +
        'one, and a hold until it ends.',
      permission: 'hours:read',
      search: true,
      query: SlotQuery,
      answers: {
        200: {
          description: 'About `limit` slots at most: those that begin together are never parted',
          body: z.array(Slot),
          headers: {
            link: 'rel="next" while there may be more, also where no slot is listed: the same from a later time',
          },
        },
      },
    }),
    async (c) => {
      const { slots, next } = await listSlots(serviceContext(c), c.req.valid('query'));
      if (next !== null) setNextLink(c, next);
      return c.json(slots, 200);
    },
  );
