/** Fields that take any text. What is known of it are the document's examples, of which the client has types and constants. */
import * as z from 'zod';
import { text } from './fields';

const APPOINTMENT_TYPES = ['OPD', 'EMERGENCY', 'TELEMEDICINE'];
export const APPOINTMENT_STATUSES = ['SCEDULED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'];
const PAYMENT_METHODS = ['cash', 'card', 'transfer', 'insurance'];
/** The method of a payment that records a `paid_amount` set with the invoice itself. */
export const ADJUSTMENT = 'adjustment';

const word = (examples: string[]) => text(50, 1).meta({ examples });

/** As FHIR's administrative gender */
export const gender = word(['female', 'male', 'other', 'unknown']);
export const appointmentType = word(APPOINTMENT_TYPES);
export const appointmentStatus = word(APPOINTMENT_STATUSES);
export const paymentMethod = word(PAYMENT_METHODS);
export const payerKind = word(['insurance', 'employer', 'relative']);
export const severity = text(200).meta({ examples: ['mild', 'moderate', 'severe'] });

/** In answers, which have no bounds */
export const answered = {
  appointmentType: z.string().meta({ examples: APPOINTMENT_TYPES }),
  appointmentStatus: z.string().meta({ examples: APPOINTMENT_STATUSES }),
  paymentMethod: z.string().meta({ examples: [...PAYMENT_METHODS, ADJUSTMENT] }),
};
