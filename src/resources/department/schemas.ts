import type * as z from 'zod/mini';
import { answered, component, freeText, NAME_MAX, name, object, optional, optionalList, text } from '../../fields';

export const DepartmentInput = component(
  'DepartmentInput',
  object(() => ({
    name: name(),
    code: name(),
    description: optional(freeText()),
    icon_codes: optionalList(text(NAME_MAX)),
  })),
  [{ name: 'Cardiology', code: 'CARD', description: 'Heart and vessels', icon_codes: ['heart'] }],
);
export type DepartmentInput = z.output<typeof DepartmentInput>;

export const Department = component(
  'Department',
  object(() => ({
    id: answered.id(),
    name: answered.text(),
    code: answered.text(),
    description: answered.textOrNull(),
    icon_codes: answered.texts(),
  })),
);
export type Department = z.output<typeof Department>;
