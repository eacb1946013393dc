import { Hono } from 'hono';
import { answerJson } from '../../../http/answers';
import type { AppEnv } from '../../../http/context';
import { endpoint } from '../../../http/endpoint';
import { serviceContext } from '../../../http/service-context';
import { setETag } from '../../../http/versions';
import { patientParam } from '../schemas';
import { MergeInput, PatientMerge, UnmergeInput } from './schemas';
import { mergePatient, unmergePatient } from './service';

const shared = { permission: 'patient:merge', param: patientParam } as const;
const answers = (description: string) =>
  ({ 200: { description, body: PatientMerge, headers: { etag: 'The new version of the patient' } } }) as const;

export const mergeRoutes = new Hono<AppEnv>({ strict: false })
  .post(
    '/:id/merge',
    endpoint({
      operationId: 'mergePatient',
      summary: 'Merge the other record of the same person into the patient',
      description:
        'Appointments, invoices and files move to the patient; histories and addresses have the entries of both. The patient ' +
        'keeps its other fields, takes those that it has not, and those in `take`; names and gender only by `take`. Another phone number becomes `alt_phone_number` if that is empty. The other record is 410 from ' +
        'then on, and the patient is found by its numbers and names, too. Invoices that have left DRAFT keep its names in ' +
        '`issued_to`. Sent again, it answers what was done; with another `take`, 409 `already_merged`. Where the patient has died, the answer ' +
        'has what is still booked.',
      ...shared,
      json: MergeInput,
      answers: answers('Merged'),
      errors: ['not_found', 'conflict', 'gone'],
    }),
    async (c) => {
      const { version, record } = await mergePatient(serviceContext(c), c.req.valid('param').id, c.req.valid('json'));
      setETag(c, version);
      return answerJson(c, record);
    },
  )
  .post(
    '/:id/unmerge',
    endpoint({
      operationId: 'unmergePatient',
      summary: 'Undo a merge',
      description:
        'Within 30 days, as long as neither what was moved nor a field that the merge changed has changed since: otherwise 409 ' +
        '`changed_since` names what has. What was added to the patient since stays with the patient.',
      ...shared,
      json: UnmergeInput,
      answers: answers('Both records are what they were'),
      errors: ['not_found', 'conflict', 'gone'],
    }),
    async (c) => {
      const { version, record } = await unmergePatient(serviceContext(c), c.req.valid('param').id, c.req.valid('json'));
      setETag(c, version);
      return answerJson(c, record);
    },
  );
