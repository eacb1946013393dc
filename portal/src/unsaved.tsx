import { useState } from 'preact/hooks';
import { unsaved, useUnsaved, wantDraft } from './drafts';
import { formatNumber } from './format';
import { t } from './i18n';
import { signOut } from './session';
import { Button } from './ui/button';
import { Dialog } from './ui/dialog';

/** Above each page: where something is typed and not saved. Always there, as screen readers notice only what changes in it. */
export function UnsavedBar() {
  const drafts = useUnsaved();
  return (
    <div role="status" class="unsaved no-print">
      {drafts.length > 0 && (
        <>
          <strong>{t.drafts.unsaved(formatNumber(drafts.length))}</strong>
          <ul>
            {drafts.map(({ key, title, address }) => (
              <li key={key}>
                <a href={address} onClick={() => wantDraft(key)}>
                  <bdi>{title}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Signs out, after a question where that loses something. @returns what begins it, and the question, to be drawn */
export function useSignOut() {
  const [asking, setAsking] = useState(false);
  const question = asking && (
    <Dialog title={t.drafts.signOutTitle} onClose={() => setAsking(false)}>
      <p>{t.drafts.signOutHint}</p>
      <ul>
        {unsaved().map(({ key, title }) => (
          <li key={key}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
      <div class="row end">
        <Button onClick={() => setAsking(false)}>{t.drafts.stay}</Button>
        <Button look="danger" onClick={signOut}>
          {t.signOut}
        </Button>
      </div>
    </Dialog>
  );
  return { begin: () => (unsaved().length > 0 ? setAsking(true) : signOut()), question };
}
