import type * as z from 'zod/mini';
import { component, NAME_MAX, object, optional, text } from '../fields';

export const Address = component(
  'Address',
  object(() => ({
    address_type: optional(text(NAME_MAX)),
    street: optional(text(NAME_MAX)),
    city: optional(text(NAME_MAX)),
    state: optional(text(NAME_MAX)),
    postal_code: optional(text(NAME_MAX)),
    country: optional(text(NAME_MAX)),
  })),
);
export type Address = z.output<typeof Address>;
