import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode, messageOf } from '../errors';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { LoginTable } from '../ui/logins';
import { Alert, Loading, say } from '../ui/status';

const loadLogins = async (signal: AbortSignal) => unwrap(await hospital.GET('/auth/sessions', { signal }));

/** One that has ended meanwhile is as it should be. */
async function end(id: string): Promise<void> {
  try {
    unwrap(await hospital.DELETE('/auth/sessions/{id}', { params: { path: { id } } }));
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error;
  }
}

/** The logins of the own account, and what ends them. */
export function OwnLogins() {
  const loaded = useLoad(loadLogins, []);
  const { error, run } = useAction();
  const [isEndingAll, setEndingAll] = useState(false);
  const logins = loaded.data ?? [];
  const others = logins.filter(({ current }) => !current);
  return (
    <section class="card" aria-busy={loaded.loading}>
      <div class="heading">
        <h2>{t.logins.title}</h2>
        {others.length > 0 && <Button onClick={() => setEndingAll(true)}>{t.logins.endOthers}</Button>}
      </div>
      <p class="hint">{t.logins.hint}</p>
      <Loading of={loaded} />
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {logins.length > 0 && (
        <LoginTable
          logins={logins}
          onEnd={({ id }) =>
            run(async () => {
              await end(id);
              say(t.logins.ended);
              loaded.reload();
            })
          }
        />
      )}
      {isEndingAll && (
        <Confirm
          title={t.logins.endOthersTitle}
          submit={t.logins.endOthersSubmit}
          onClose={() => setEndingAll(false)}
          onConfirm={async () => {
            for (const { id } of others) await end(id);
            setEndingAll(false);
            say(t.logins.othersEnded);
            loaded.reload();
          }}
        >
          <p>{t.logins.endOthersHint}</p>
        </Confirm>
      )}
    </section>
  );
}
