import * as z from 'zod';
import { name, optionalText } from './fields';

export const NextOfKin = z.object({ name, relation: optionalText, phone: optionalText }).meta({ id: 'NextOfKin' });
export type NextOfKin = z.output<typeof NextOfKin>;
