import { unwrap } from 'hospital-service-client';
import { useAction } from '../actions';
import { hasCode, messageOf } from '../errors';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { LoginTable } from '../ui/logins';
import { Alert, Loading, say } from '../ui/status';

/** Where somebody else is signed in. */
export function PersonLogins({ id }: { id: string }) {
  const { error, run } = useAction();
  const loaded = useLoad(
    async (signal) => unwrap(await hospital.GET('/auth/users/{id}/sessions', { params: { path: { id } }, signal })),
    [id],
  );
  const end = (session_id: string) =>
    run(async () => {
      const params = { path: { id, session_id } };
      try {
        unwrap(await hospital.DELETE('/auth/users/{id}/sessions/{session_id}', { params }));
      } catch (error) {
        // It has ended meanwhile.
        if (!hasCode(error, 'not_found')) throw error;
      }
      say(t.logins.ended);
      loaded.reload();
    });
  return (
    <section class="card" aria-busy={loaded.loading}>
      <h2>{t.people.logins}</h2>
      <Loading of={loaded} />
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {loaded.data?.length === 0 && <p class="muted">{t.logins.none}</p>}
      {loaded.data && loaded.data.length > 0 && (
        <LoginTable logins={loaded.data} onEnd={may('account:update') ? (login) => end(login.id) : undefined} />
      )}
    </section>
  );
}
