import * as z from 'zod';
import { optionalText, personName } from './fields';

export const NextOfKin = z
  .object({ name: personName, relation: optionalText, phone: optionalText })
  .meta({ id: 'NextOfKin' });
export type NextOfKin = z.output<typeof NextOfKin>;
