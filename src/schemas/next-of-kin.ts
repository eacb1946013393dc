import * as z from 'zod';
import { nameWithLetter, optionalText } from './fields';

export const NextOfKin = z
  .object({ name: nameWithLetter, relation: optionalText, phone: optionalText })
  .meta({ id: 'NextOfKin' });
export type NextOfKin = z.output<typeof NextOfKin>;
