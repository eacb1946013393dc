import project from '../package.json' with { type: 'json' };

/** Of package.json; a fork may set the optional ones. */
interface Project {
  name: string;
  version: string;
  author?: string;
  repository?: string | { url: string };
}

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
  calendar: 'Appointments by time, their changes, types of them, rooms, working hours, closures and free times',
  feeds: 'Calendars for programs that subscribe to an address',
  messages: 'What patients are told of their visits, and how',
  unsubscribe: 'The page to which mails link: no more of them, without a login',
  invoice: 'Invoices, their payments and credit notes',
  payment: 'Payments of all invoices, and the cash report',
  catalog: 'The service catalog: what is charged, and for how much',
  audit: 'Who changed and who saw what: for admins',
  events: 'What has changed, in order',
  webhooks: 'Other systems that are told what has happened, and what they were told',
  imports: 'Files of other systems, whose rows become records here',
  settings: 'How the hospital counts money and time, and what the caller may do',
  health: 'For monitors',
};

/** What holds for every operation is in page/conventions.html. */
export const API_INFO = {
  title: 'Hospital service',
  version: project.version,
  license: { name: project.license, identifier: project.license },
  contact: contactOf(project),
  description: `Records of a hospital: accounts, departments, patients, doctors, files, appointments, working hours, invoices, payments and
the service catalog.

Sign up at \`POST /auth/signup\`. Here, *Authorize* then logs you in for all operations; a portal logs in at \`POST /auth/login\`, a
program with a secret of its own at \`POST /auth/token\`, and sends \`Authorization: Bearer <access_token>\`. Errors are
\`{detail, code}\`, invalid input 422 with every fault.
[What holds for every operation](/docs/conventions): access, errors, bodies, safe writes, lists, searches, headers. Other systems
speak [FHIR R4](/docs/conventions#fhir) with the hospital: [/fhir/r4/metadata](/fhir/r4/metadata).`,
};
