import { may, ROLES } from '../../auth/permissions';
import { ForbiddenError, InvalidError, NotFoundError, RuleError } from '../../errors';

/** Addenda of one note. */
export const ADDENDA_MAX = 50;
/** Bytes of a note's text and its addenda together, as stored. D1 takes 2,000,000 for a row, and an update binds what it changes. */
export const ADDENDA_BYTES = 524_288;

/** Drafts that one request hands over. */
export const HANDED_OVER_MAX = 1_000;

export const WRITERS = ROLES.filter((role) => may(role, 'note:write'));

export const noDoctor = () => new ForbiddenError('The account belongs to no doctor');

export const notItsDoctor = () =>
  new ForbiddenError('Only the doctor of the visit begins a note about it', 'other_doctor');

export const notItsAuthor = () =>
  new ForbiddenError('Only its author and the doctor of the visit add to a note', 'other_doctor');

export const noNote = () => new NotFoundError('Note');

export const isFinal = () => new RuleError('not_editable', 'A note that is signed takes no change, only addenda');

export const isDraft = () => new RuleError('not_editable', 'A draft takes no addenda: change it, or sign it first');

export const tooMuch = () =>
  new InvalidError([
    {
      loc: ['body', 'text'],
      msg: `A note should have at most ${ADDENDA_MAX} addenda, and ${ADDENDA_BYTES} bytes with them`,
      type: 'too_long',
    },
  ]);

export const stillActive = () =>
  new RuleError('account_active', 'The account of the doctor is active: disable it first');

export const mayNotWrite = () => new RuleError('inconsistent', 'The doctor who is to have them may not write notes');
