import * as z from 'zod';
import { optionalText } from './fields';

export const Address = z
  .object({
    address_type: optionalText,
    street: optionalText,
    city: optionalText,
    state: optionalText,
    postal_code: optionalText,
    country: optionalText,
  })
  .meta({ id: 'Address' });
export type Address = z.output<typeof Address>;
