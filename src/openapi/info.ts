import project from '../../package.json' with { type: 'json' };

/** What npm allows in package.json and a fork may set. */
interface Project {
  name: string;
  version: string;
  author?: string;
  repository?: string | { url: string };
}

/** Whom to ask: the repository, where package.json names one. */
function contactOf({ name, author, repository }: Project) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return { name: author ?? name, ...(url && { url: url.replace(/^git\+|\.git$/g, '') }) };
}

/** In the order of the routes in app.ts. */
export const TAGS = {
  auth: 'Accounts, logins, second factors and invitations',
  department: 'Departments',
  patient: 'Patients, and who may be the same person twice',
  doctor: 'Doctors, with the accounts that they log in with',
  static: 'Files of patients, doctors, appointments, invoices and departments',
  appointment: 'Making appointments',
  calendar: 'Appointments by time, their changes, working hours and free times',
  invoice: 'Invoices and their payments',
  catalog: 'The service catalog: what is charged, and for how much',
  audit: 'Who changed and who saw what: for admins',
  settings: 'How the hospital counts money and time, and what the caller may do',
  health: 'For monitors',
};

/** The head of the API reference: what holds for every operation. */
export const API_INFO = {
  title: 'Hospital service',
  version: project.version,
  license: { name: project.license, identifier: project.license },
  contact: contactOf(project),
  description: `Records of a hospital: accounts, departments, patients, doctors, files, appointments, working hours, invoices, payments and the
service catalog.

**Access.** Log in at \`POST /auth/login\`, then send \`Authorization: Bearer <access_token>\`. What an account may do follows from
its \`type\`; each operation names its permission and the types that have it. That is read from the token: an account that was
disabled, deleted or given another type keeps its former rights until its access token expires, but it cannot create, change or
list accounts nor delete anything (401), and its refresh tokens are void.

**Errors** are \`{detail, code}\`: a sentence for people and a code for programs; each answer lists those that it may have. Invalid
input is 422 with every fault listed: \`loc\` begins with \`path\`, \`query\`, \`body\` or \`header\`. What breaks a rule of the
hospital is 400 and says which. 429 (beyond a limit) and 503 come with \`Retry-After\`.

**Bodies.** A create may leave optional fields out or send null; unknown fields are ignored. A PUT keeps what its body leaves out;
null or [] clears a field unless its description says otherwise; what a create requires, it requires. A PATCH (RFC 7396) is a
PUT that requires nothing. Texts are stored as sent.
Dates and times come back as they were sent; where an order or an overlap of times is asked for, one without a zone counts in the
time zone of the hospital. Amounts are of the deployment's currency, with no more decimals than it has; floating-point noise is
rounded away.

**Records.** Reads of patients and doctors are reduced, those of catalog items null: \`?view=full\` gives the full record, and
\`Prefer: return=representation\` the same as answer to a POST, PUT or PATCH. To appointments in the calendar and to an invoice
\`?view=full\` adds what they refer to, in short. A deleted record is gone from every read; its number is never given again.

**Safe writes.** A create with \`Idempotency-Key\`, where the operation lists that header, is done once, whatever is retried.
By-id reads of what can be updated carry its version as \`ETag\`: a PUT, PATCH or DELETE with \`If-Match\` does not overwrite what you
have not seen (412), and a read with \`If-None-Match\` does not send what you have (304).

**Lists** of departments, patients and doctors are newest first, up to 1,000 at once; \`Link: <…>; rel="next"\` leads on,
as it does in the calendar, which is in the order of \`schedule\`. Invoices and catalog items are paged by \`offset\`, in the
order of \`order_by\`, ties in order of creation; a leading \`-\` reverses both. An empty query parameter counts as absent.

**Searching.** All words and numbers of a \`search\` must fit, in any order: words by their beginning, whatever their letter case and
accents. A search reads a bounded number of rows: \`x-search-incomplete: true\` says that there may be matches that are not in the
answer. Show it, and ask for more letters or another word.

**Headers.** Every answer carries \`x-request-id\` (yours, if you send one) and, where the database was asked, \`x-d1-bookmark\`: send
it back to read your own writes from the nearest replica. Without it the primary answers.`,
};
