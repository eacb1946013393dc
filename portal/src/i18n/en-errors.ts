import type { components } from 'hospital-service-client';
import { pluralOf } from './plural';

const plural = pluralOf('en');

type Schemas = components['schemas'];
type CodeOf<Answer> = Answer extends { detail: unknown; code: infer Code extends string } ? Code : never;
/** Every `code` of an error in the API reference. */
type Code = { [Name in keyof Schemas]: CodeOf<Schemas[Name]> }[keyof Schemas];

/** Has words of its own, which say how long to wait or what to tell the support. */
type Special = 'throttled' | 'internal';
/** Answers what this portal does not do: it sends what the service understands, renews links to files, and reports no messages. */
type Never =
  | 'invalid_body'
  | 'invalid_bookmark'
  | 'route_not_found'
  | 'length_required'
  | 'link_expired'
  | 'range_not_satisfiable'
  | 'not_waiting'
  | 'insufficient_scope';
/** `invalid`, `unreachable` and `unexpected` are the client's. */
type Told = Exclude<Code, Special | Never> | 'invalid' | 'unreachable' | 'unexpected';

const SESSION_ENDED = 'Your session has ended. Sign in again.';
const UNEXPECTED = 'Something went wrong.';

export const enErrors = {
  errors: {
    unexpected: UNEXPECTED,
    request: (id: string) => `Number of the request, for support: ${id}`,
    wait: (seconds: number) =>
      plural(seconds, {
        one: 'Too many attempts. Try again in # second.',
        other: 'Too many attempts. Try again in # seconds.',
      }),
    /** What each code means for people: the compiler names those that are missing. */
    codes: {
      invalid: 'Something is not right yet: see the marked fields.',
      unexpected: UNEXPECTED,
      unreachable: 'The service cannot be reached. Check the connection and try again.',
      unavailable: 'The service is busy. Try again in a moment.',
      not_configured: 'The service is not set up completely. Tell its administrator.',
      not_migrated: 'The service is being updated. Try again in a few minutes.',
      full: 'The database is full: nothing can be saved. Tell its administrator.',
      unauthenticated: SESSION_ENDED,
      token_expired: SESSION_ENDED,
      token_invalid: SESSION_ENDED,
      session_ended: SESSION_ENDED,
      refresh_token_invalid: SESSION_ENDED,
      forbidden: 'Your account may not do this.',
      not_found: 'It does not exist any more, or never did.',
      reference_not_found: 'Something that this refers to does not exist any more. Choose it again.',
      conflict: 'Others are changing this at this moment. Try again.',
      outdated:
        'Somebody else has changed this meanwhile. It is shown as it is now: look again, then repeat your change.',
      idempotency_key: 'This was sent before with other content. Load the page again, then look what is there.',
      duplicate: 'There is one already.',
      inconsistent:
        'This does not fit together: one part of what was entered contradicts another. Look at both, such as two dates, or the appointment and its patient.',
      transition: 'This status cannot follow the present one.',
      not_editable: 'In its present status it can no longer be changed in this way.',
      deceased: 'The patient has died. No new appointments are made, and none is moved.',
      amount: 'The amounts do not fit: a discount is too large, or more is given back than was paid.',
      refund_first: 'There is still money on this invoice. Refund it first.',
      overlap: 'The doctor has another appointment at that time. Choose another time.',
      closed: 'No appointments are made at that time. Choose another time.',
      held: 'Somebody else is being booked at that time. Choose another time, or wait a few minutes.',
      no_resource: 'No room is free at that time. Choose another time.',
      retired: 'This type of visit is no longer offered. Choose another one.',
      not_offered: 'This is not offered at that time. Choose another time.',
      nothing_free: 'None of these times is free.',
      merged: 'This record was merged into another one of the same person. Look for the name.',
      already_merged: 'These two were merged before, with other fields. Change the patient, or undo the merge first.',
      changed_since: 'This can no longer be undone: what it changed has been changed since.',
      too_late: 'The time in which this could be undone is over.',
      too_large: 'This is too large.',
      unsupported_media_type: 'Files of this kind are not taken.',
      other_doctor: 'Only the doctor of the visit begins its note. Its author and that doctor can add to it.',
      account_active: 'The doctor’s account is active. Disable it first.',
      signup_closed: 'Accounts are by invitation only. Ask an administrator.',
      login_failed: 'E-mail or password is not right.',
      wrong_password: 'The password is not right.',
      totp_required: 'Type a code of your authenticator app, too.',
      totp_invalid: 'The code is not right, or was used before.',
      totp_mandatory: 'The hospital demands a second factor of your account, so it stays on.',
      password_token_invalid:
        'This link works no more: it was used, is too old, or was replaced by a newer one. Ask for another one, at the sign-in or an administrator.',
      own_account: 'Nobody can change their own role, or disable their own account. Ask another administrator.',
      account_disabled: 'The account is disabled. Enable it first.',
      email_unconfirmed:
        'Somebody who is no administrator has chosen the e-mail of this account. They can become an administrator when they have signed in with it and changed their password in their account, or when you have given them another e-mail, at the doctor’s record.',
      password_unconfirmed:
        'Somebody else has set the password of this account. Reset it and send them the link: they can become an administrator when they have set one of their own.',
      other_credentials: 'The program logs in by its keys and has no secret, or by a secret and has no keys.',
      in_use: 'Others still need it.',
      too_many: 'There are as many of them as there may be. Delete or change one instead.',
      mail_off: 'This hospital sends no mails. Ask an administrator: they can give you a link.',
      totp_inactive: 'The second factor is not being set up any more. Begin again.',
      disabled: 'The webhook is off: switch it on first.',
      import_running: 'Another import is under way. Wait until it is done, or stop it.',
      import_state: 'The import has changed meanwhile: look at it again.',
      trail_gone: 'What you have chosen is on record no more. Load the page again, and choose another one.',
    } satisfies Record<Told, string>,
    /** What is wrong with a field, by the `type` of its fault. */
    faults: {
      missing: 'Fill this in.',
      string_type: 'Type a text.',
      string_too_short: 'This is too short.',
      string_too_long: 'This is too long.',
      float_type: 'Type a number.',
      int_type: 'Type a whole number.',
      int_parsing: 'Type a whole number.',
      bool_type: 'Choose yes or no.',
      greater_than: 'This is too low.',
      greater_than_equal: 'This is too low.',
      less_than_equal: 'This is too high.',
      date_parsing: 'There is no such date.',
      datetime_parsing: 'There is no such date or time.',
      time_parsing: 'There is no such time.',
      enum: 'Choose one of those that are offered.',
      uuid_parsing: 'Choose one of those that are offered.',
      too_short: 'There are too few entries.',
      too_long: 'There are too many entries.',
    },
    /** Of `value_error`, which is any other rule: the field says which. A file is the whole body. */
    values: {
      first_name: 'A name needs a letter.',
      middle_name: 'A name needs a letter.',
      last_name: 'A name needs a letter.',
      full_name: 'A name needs a letter.',
      dob: 'The date of birth lies in the future, before 1850, or behind the day of the death.',
      email: 'This is no e-mail address.',
      national_id: 'A national ID needs a digit.',
      deceased_at: 'This lies in the future, or before the day of the birth.',
      to: 'This has to be later than the beginning, and not too long after it.',
      password: 'This password is among the first that others would try. Choose another one.',
      new_password: 'This is the old one, or among the first that others would try. Choose another one.',
      body: 'The file is empty, or not what its name says. It may be an old Word document, or one with a password.',
      amount: 'This has too many decimals.',
      unit_price: 'This has too many decimals.',
      discount_amount: 'This has too many decimals.',
      schedule: 'The year has to be 1900 to 2199.',
      issue_date: 'The year has to be 1900 to 2199.',
      due_date: 'The year has to be 1900 to 2199.',
      quantity: 'This has too many decimals.',
      scope: 'Write SMART’s words, with a space between them: system/Appointment.rs',
      expires_at: 'Choose a day that is still to come.',
    },
  },
};
