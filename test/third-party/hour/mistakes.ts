// What goes wrong in an hour, each with the error that the document promises.
import assert from 'node:assert/strict';
import { type Hospital, refused } from './client.ts';

const NOBODY = { params: { path: { id: '00000000-0000-4000-8000-000000000000' } } };

export async function makeMistakes(
  hospital: Hospital,
  known: { email: string; code: string; patientId: string; invoiceId: string },
) {
  const invalid = refused(
    await hospital.POST('/patient/', {
      body: { first_name: '', last_name: 'Svensson', gender: 'f', dob: '31.2.1984' },
    }),
    422,
  );
  assert.ok(Array.isArray(invalid.detail));
  assert.deepEqual(
    invalid.detail.map(({ loc }) => loc.join('.')),
    ['body.first_name', 'body.dob'],
  );
  refused(await hospital.GET('/patient/{id}', { params: { path: { id: 'not-an-id' } } }), 422);
  assert.equal(typeof refused(await hospital.GET('/patient/{id}', NOBODY), 404, 'not_found').detail, 'string');

  const taken = { name: 'Cardiology', code: known.code };
  refused(await hospital.POST('/department/', { body: taken }), 400, 'duplicate');
  const again = { email: known.email, password: 'correct horse', full_name: 'Nina Nurse' };
  refused(await hospital.POST('/auth/signup', { body: again }), 409, 'duplicate');
  refused(await hospital.POST('/auth/signup', { body: { ...again, email: 'nobody' } }), 400);
  refused(
    await hospital.POST('/auth/login', { body: { email: known.email, password: 'wrong horse' } }),
    401,
    'login_failed',
  );

  const draft = { params: { path: { id: known.invoiceId } }, body: { status: 'DRAFT' as const } };
  refused(await hospital.PATCH('/invoice/{id}', draft), 400, 'not_editable');
  const stale = { path: { id: known.patientId }, header: { 'if-match': '"1"' } };
  refused(await hospital.PATCH('/patient/{id}', { params: stale, body: { gender: 'male' } }), 412, 'outdated');
  refused(await hospital.GET('/audit/', { params: { query: { limit: 1 } } }), 403, 'forbidden');
}

export async function loseToken(hospital: Hospital) {
  hospital.authorize();
  refused(await hospital.GET('/patient/'), 401, 'unauthenticated');
}
