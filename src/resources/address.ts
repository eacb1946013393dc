import type * as z from 'zod/mini';
import { component, object, optionalText } from '../fields';

export const Address = component(
  'Address',
  object(() => ({
    address_type: optionalText(),
    street: optionalText(),
    city: optionalText(),
    state: optionalText(),
    postal_code: optionalText(),
    country: optionalText(),
  })),
);
export type Address = z.output<typeof Address>;
