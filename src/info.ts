export const API_INFO = {
  title: 'Hospital service',
  version: '1.0.0',
  description: `Records of a hospital: accounts, departments, patients, doctors, files, appointments, invoices and the service catalog.

Log in at \`POST /auth/login\`, then send \`Authorization: Bearer <access_token>\`. Errors are \`{detail: string}\`; invalid input is
422 with every fault listed. Every answer carries \`x-request-id\` and \`x-d1-bookmark\`: send the bookmark back to read your own writes
from the nearest replica; without it the primary answers.`,
};
