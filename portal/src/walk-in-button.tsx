import { useState } from 'preact/hooks';
import { useReopen } from './drafts';
import { t } from './i18n';
import { lazy } from './lazy';
import { may } from './session';
import { Button } from './ui/button';
import { Dialog } from './ui/dialog';
import { useWalkInWanted, WALK_IN } from './walk-in';

const WalkIn = lazy(async () => (await import('./pages/walk-in')).WalkIn);

/** On each page: checks in who has come without an appointment. */
export function WalkInButton() {
  /** for whom it is open; empty for nobody in particular */
  const [patient, setPatient] = useState<string>();
  useWalkInWanted(setPatient);
  useReopen(WALK_IN, (rest) => setPatient(rest.trim()));
  const close = () => setPatient(undefined);
  if (!may('appointment:create') || !may('patient:read')) return null;
  return (
    <>
      <Button
        look="quiet"
        class="walk-in"
        aria-label={t.walkIn.title}
        onPointerEnter={WalkIn.ahead}
        onFocus={WalkIn.ahead}
        onClick={() => setPatient('')}
      >
        <svg viewBox="0 0 16 16" width="18" height="18" fill="none" stroke="currentColor" aria-hidden="true">
          <circle cx="6" cy="4" r="2.75" stroke-width="1.5" />
          <path d="M1 14.5c0-3 2-5 5-5 1 0 2 .2 2.8.7M12.5 9v6M9.5 12h6" stroke-width="1.5" stroke-linecap="round" />
        </svg>
        <span>{t.walkIn.title}</span>
      </Button>
      {patient !== undefined && (
        <Dialog title={t.walkIn.title} onClose={close}>
          <WalkIn key={patient} given={patient} onClose={close} />
        </Dialog>
      )}
    </>
  );
}
