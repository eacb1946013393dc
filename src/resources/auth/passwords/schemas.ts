import * as z from 'zod';
import { isSamePassword } from '../../../rules/password';
import { fault } from '../../../schemas/fields';
import { currentPassword, password } from '../accounts/schemas';

export const OwnPassword = z
  .object({ old_password: currentPassword, new_password: password })
  .refine(({ old_password, new_password }) => !isSamePassword(old_password, new_password), {
    ...fault('value_error', 'Password should differ from the old one'),
    path: ['new_password'],
  })
  .meta({ id: 'OwnPasswordInput' });
export type OwnPassword = z.output<typeof OwnPassword>;
