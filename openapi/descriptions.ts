// For the API reference only, so that none of it is in the Worker's bundle.

const UTC = 'in UTC';
const MONEY = 'in the currency of the deployment';
const SOME_DATETIME = 'ISO 8601, without a zone in the time zone of the hospital';

/**
 * What a property or parameter of this name is, wherever its schema does not say it. A name that means something else in one
 * place is described there, by `.describe()`.
 */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  // of every record
  id: 'Id of the record, given by the service',
  reg_number: 'Number for people, given by the service and never given again: `PAT-00000001`, `DOC-…`, `INV-…`',
  version: 'Version of the record after it',
  created_at: `When it was created, ${UTC}`,
  updated_at: `When it was last changed, ${UTC}`,
  deleted_at: `When it was deleted, ${UTC}; null of what is there`,
  expires_at: `When it ends, ${UTC}`,
  message: 'What was done, in English',
  detail: 'What is wrong, in English, for people',
  // what records refer to
  patient_id: 'Id of the patient',
  doctor_id: 'Id of the doctor',
  department_id: 'Id of the department',
  item_id: 'Id of the department',
  appointment_id: 'Id of the appointment that it is for; null for none',
  invoice_id: 'Id of the invoice',
  payment_id: 'Id of the payment',
  file_id: 'Id of the file',
  catalog_id: 'Id of the catalog item that the line was made of; null for none',
  entity_id: 'Id of the record that it is about',
  patient: 'Its patient, in short',
  doctor: 'Its doctor, in short',
  appointment: 'Its appointment, in short; null for none',
  files: 'Its files, in order of upload',
  // people
  gender: 'As free text',
  dob: 'Date of birth',
  alt_phone_number: 'Another phone number',
  blood_group: '`NOT_SET` where it is not known',
  medical_conditions: 'History of conditions; an update replaces the list',
  past_surgeries: 'History of surgeries; an update replaces the list',
  current_medications: 'What the patient takes; an update replaces the list',
  addresses: 'An update replaces the list',
  address_type: 'home, work … as free text',
  diagnozed_date: 'When it was diagnosed (spelled so)',
  condition: 'Name of the condition',
  surgery: 'What was done',
  surgeon: 'Name of who did it',
  hospital: 'Name of where it was done',
  medication: 'Name of the drug',
  dosage: 'How much at a time, as free text',
  frequency: 'How often, as free text',
  prescribed_by: 'Name of who prescribed it',
  bio: 'Short professional biography',
  license_number: 'Number of the medical licence, unique among doctors',
  consultation_fee: `Price of a consultation, ${MONEY}`,
  user: 'The account that the doctor logs in with',
  // departments and the catalog
  code: 'Short name; of departments and catalog items it is unique, whatever its letter case',
  icon_codes: 'Names of icons that a portal shows',
  category: 'Group of catalog items, as free text',
  default_price: `What a line of an invoice costs by default, ${MONEY}`,
  tags: 'Labels to filter by; each is stored once',
  // accounts
  username: 'Unique among accounts; to log in takes the e-mail',
  password: 'A new one has 8 to 128 characters; common ones are refused',
  old_password: 'The present one',
  new_password: '8 to 128 characters, another one than before; common ones are refused',
  disabled: 'Whether logging in is forbidden',
  grant_type: 'OAuth 2.0 clients send it',
  access_token: 'For `Authorization: Bearer …`',
  token_type: 'How the access token is sent',
  refresh_token: 'For `POST /auth/refresh`, where it works once',
  token: 'The one-time token of an invitation or a reset',
  enabled: 'Whether a second factor is active',
  enabled_at: `Since when it is active, ${UTC}; null where it is not`,
  recovery_codes_left: 'How many recovery codes are unused',
  // appointments and hours
  is_follow_up: 'Whether it follows an earlier visit',
  expected_duration_minutes: 'Minutes; null counts as 15 where overlaps are looked for',
  cancel_reason: 'Why it is cancelled; null in every other status',
  weekly: 'The hours of every week; an update replaces the list',
  exceptions: 'Dates on which other hours hold; an update replaces the list',
  from: 'Time of day, `HH:MM`, as the clocks of the hospital show it',
  slot_minutes: 'Minutes from one slot to the next, which is how long a slot is',
  off: 'Whether there are no hours on that date',
  hours: 'The hours of that date, instead of the weekly ones',
  note: 'Free text',
  ends_at: `Its end, ${UTC}`,
  // invoices and payments
  due_date: `When it has to be paid: ${SOME_DATETIME}`,
  items: 'Its lines; an update replaces the list',
  quantity: 'How many, with at most 3 decimals',
  unit_price: `Price of one, ${MONEY}`,
  discount_percent: 'Percentage that is taken off first, 0–100',
  discount_amount: `What is taken off after the percentage, ${MONEY}`,
  net_amount: `What the line costs after its discounts, ${MONEY}`,
  subtotal: `Sum of the lines, ${MONEY}`,
  total_amount: `\`subtotal\` less the discounts of the invoice, ${MONEY}`,
  paid_amount: `Sum of the payments, ${MONEY}`,
  remaining_amount: `\`total_amount\` less \`paid_amount\`, ${MONEY}; below 0: a credit`,
  amount: `What was paid, ${MONEY}; below 0: a refund`,
  method: 'cash, card, insurance … as free text; `adjustment`: set with the invoice',
  reference: 'What finds the payment elsewhere: number of a receipt or a transfer',
  // pages
  limit: 'At most so many records on a page',
  offset: 'So many records come before the page',
  total: 'How many records match',
  data: 'The records of the page',
  // the trail and the log
  seq: 'Number of the row; later rows have higher ones',
  at: `When it happened, ${UTC}`,
  action: 'What was done: `create`, `update`, `delete`, `login`, `read` …',
  entity: 'Kind of record: `patient`, `user`, `login_session` …',
  request_id: '`x-request-id` of the request',
  role: 'Role of the account in that request',
  checks: 'What the service needs, each on its own',
  file: 'The bytes, with the name of the file',
};

/** The description of a property or parameter whose schema has none. */
export const descriptionOf = (name: string): string | undefined =>
  Object.hasOwn(DESCRIPTIONS, name) ? DESCRIPTIONS[name] : undefined;
