/** 409: what is there, or what others do, is in the way. */
import { type Codes, DUPLICATE } from './shared';

export const conflict = {
  duplicate: DUPLICATE,
  conflict: [
    'Others are changing the record at this moment: try again',
    'Invoice is being changed by others at the same time; try again',
  ],
  overlap: [
    'The doctor has another appointment at that time',
    'The doctor has another appointment at that time: 8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
  ],
  changed_since: [
    'It cannot be undone, because what it changed has been changed since; `detail` names that',
    'Since the merge these have changed: invoice 8405c7ae-8c6b-4f1b-aa5a-c8b267308730, phone_number',
  ],
  already_merged: [
    'The merge took place with another `take`; `detail` names the fields. Change the patient, or undo the merge first',
    'These were merged before, with another choice of fields to take: last_name',
  ],
  held: [
    'Somebody else holds that time, for the minutes that a form takes; `detail` says until when',
    'Somebody else holds that time until 2027-01-04T07:49:50.412Z',
  ],
  no_resource: [
    'The room that is named, or any of the kind that the type needs, is not free at that time',
    'The room, or any of the kind, is not free at that time',
  ],
  retired: [
    'Visits of this type are made no more: `retired_at` of the type says since when',
    'No appointments of this type are made any more',
  ],
  not_offered: [
    'A program books by type, moves what has one, and holds, only what `GET /calendar/slots` offers; `detail` says what is in the way',
    'The doctor has no hours at that time',
  ],
  nothing_free: [
    'Every visit of the series would be skipped',
    'No visit of the series can be made: 2030-01-07T09:00 closed: Midsummer',
  ],
  closed: [
    'The hospital, the department or the doctor takes no appointments at that time; `detail` names the closure',
    'No appointments are made at that time: Midsummer',
  ],
  email_unconfirmed: [
    'An account becomes an admin only under an e-mail that its owner or an admin has chosen: `PATCH /doctor/{id}` with it',
    'Somebody else has chosen the e-mail of this account. An admin has to confirm it before it becomes an admin: PATCH /doctor/{id} with user.email',
  ],
  password_unconfirmed: [
    'An account becomes an admin only with a password that its owner has set: `POST /auth/users/{id}/reset`',
    'Somebody else has set the password of this account. Its owner has to set one before it becomes an admin: POST /auth/users/{id}/reset answers a token for that',
  ],
  not_waiting: [
    'The message does not wait for an answer any more: it was sent, dropped, or is not a program’s',
    'The message is dropped, and waits for no answer',
  ],
  other_credentials: [
    'The client logs in by its keys, and has no secret, or the other way round',
    'The client has keys, and no secret',
  ],
  disabled: [
    'The webhook is disabled, and sends nothing',
    'The webhook is disabled: enable it first, by PATCH with disabled false',
  ],
  import_running: [
    'Another import is under way: one runs at a time. `detail` has its id',
    'Another import is under way: 8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
  ],
  import_state: [
    'The import has no file yet, is under way, or has ended, so that it cannot be started or changed',
    'The import is running: its file and its settings stay as they are',
  ],
  idempotency_key: [
    '`Idempotency-Key` was used for another request, or what it created is gone',
    'Idempotency-Key was used for another request',
  ],
} as const satisfies Codes;
