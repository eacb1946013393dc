/** The form of an Appointment that another system sends. What of it is taken: appointment-input.ts. */
import * as z from 'zod';
import { isDatetime } from '../../rules/datetime';
import { listOf } from '../../schemas/fields';
import { APPOINTMENT_CODES } from '../elements/codes';
import { Coding, elementWithOriginal, Identifier, resourceShape, string } from '../elements/schemas';

/** FHIR's instant: with seconds and a zone (hl7.org/fhir/R4/datatypes.html#instant). */
const time = z
  .string()
  .refine(
    (value) => isDatetime(value) && /T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value),
    'An instant is expected, with its zone, as 2026-11-25T09:00:00+01:00',
  );

/** Of whom it names, `display` is what the sender calls them. */
const reference = z.strictObject({ reference: string, display: string.optional() });

/** Of which the text alone is kept. */
const kept = z.strictObject({ text: string.optional() });

/** In which a coding of ours is looked for: what others send has no place, whatever its form. */
export const ServiceTypes = listOf(
  z.looseObject({
    coding: listOf(z.looseObject({ system: string.optional(), code: string.optional() })).optional(),
    text: string.optional(),
  }),
);

export const AppointmentResource = z.strictObject({
  ...resourceShape('Appointment'),
  identifier: listOf(Identifier).optional(),
  status: z.enum(APPOINTMENT_CODES),
  _status: elementWithOriginal.optional(),
  serviceType: z.unknown().optional(),
  appointmentType: z
    .strictObject({
      coding: listOf(Coding).optional(),
      text: string.optional(),
    })
    .optional(),
  cancelationReason: kept.optional(),
  reasonCode: listOf(kept).optional(),
  comment: string.optional(),
  created: string.optional(),
  slot: z.array(reference).max(1, 'One slot is booked').optional(),
  start: time,
  end: time.optional(),
  minutesDuration: z.int().min(1).optional(),
  participant: listOf(
    z.strictObject({
      actor: reference,
      status: z.literal('accepted', 'Who takes part has accepted: nobody is asked'),
    }),
  ),
});
export type AppointmentResource = z.output<typeof AppointmentResource>;
