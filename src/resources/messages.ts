import { answered, component, object } from '../fields';

export const UpdatedMessage = component(
  'UpdatedMessage',
  object(() => ({ id: answered.id(), reg_number: answered.text(), message: answered.text() })),
);

export const DeletedMessage = component(
  'DeletedMessage',
  object(() => ({ message: answered.text() })),
);
