/** 400: what was sent is understood, and does not fit what is there. */
import { type Codes, DUPLICATE, TOTP_INVALID, TOTP_REQUIRED, UNSUPPORTED_MEDIA_TYPE } from './shared';

export const rule = {
  invalid_body: ['The body is missing, cut off, or not what its type says', 'The body is not valid JSON'],
  invalid_bookmark: ['`x-d1-bookmark` is not one of this service', 'x-d1-bookmark is not a bookmark of this service'],
  duplicate: DUPLICATE,
  inconsistent: [
    'Fields do not fit together, as an appointment of another patient',
    'The appointment belongs to another patient',
  ],
  transition: ['The status cannot become the one that is asked for', 'An invoice that is PAID cannot become DRAFT'],
  not_editable: [
    'A record of this status does not take the change, or no payment',
    'An invoice that is VOID takes no payments, only refunds',
  ],
  in_use: [
    'Other records refer to it',
    'The department has appointments to come, first this one: 8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
  ],
  too_many: [
    'There are as many of them as there may be',
    'There are 500 appointment types already: delete or change one instead',
  ],
  deceased: ['The patient has died, and is not booked for', 'The patient has died, and takes no new appointments'],
  amount: [
    'Amounts do not fit: below 0, too large, more than was paid, or not as the status says',
    'A refund must not exceed paid_amount',
  ],
  too_late: [
    'The time in which it can be undone is over',
    'A merge can be undone for 30 days: this one is of 2027-01-04T07:49:50.412Z',
  ],
  refund_first: [
    'The invoice still has money that is to be paid back: `detail` says how much',
    'Refund 40 first: an invoice that is VOID keeps no money',
  ],
  wrong_password: ['The own password, asked for again, is wrong', 'old_password is not the password of this account'],
  own_account: [
    'Admins cannot do this to their own account',
    'Admins cannot change their own role or disable their own account',
  ],
  account_disabled: ['The account is disabled: enable it first', 'The account is disabled: enable it first'],
  account_active: [
    'The doctor may still write notes: drafts are the author’s alone',
    'The account of the doctor is active: disable it first',
  ],
  mail_off: ['The deployment sends no mail', 'This deployment sends no mail: ask an admin to reset the password'],
  totp_inactive: ['No second factor is active, or being set up', 'No second factor is active'],
  totp_mandatory: ['The account must keep its second factor', 'This account must have a second factor'],
  totp_required: TOTP_REQUIRED,
  totp_invalid: TOTP_INVALID,
  unsupported_media_type: UNSUPPORTED_MEDIA_TYPE,
} as const satisfies Codes;
