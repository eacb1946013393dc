import * as z from 'zod/mini';
import { answered, component } from '../fields';

export const UpdatedMessage = component(
  'UpdatedMessage',
  z.object({ id: answered.id, reg_number: answered.text, message: answered.text }),
);

export const DeletedMessage = component('DeletedMessage', z.object({ message: answered.text }));
