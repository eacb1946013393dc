import { useEffect, useState } from 'preact/hooks';
import { t } from './i18n';
import { IDLE_MINUTES, idleMinutes, isForgotten, noteUse } from './idle-clock';
import { endSession } from './session';
import { Button } from './ui/button';
import { Dialog } from './ui/dialog';

/** Minutes before the end in which people are warned. */
const WARNED_MINUTES = 1;
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Ends the session of somebody who has gone, after a warning. */
export function IdleWatch({ isUnattended, onEnd }: { isUnattended: boolean; onEnd: () => void }) {
  const [warned, setWarned] = useState(false);
  useEffect(() => {
    if (isUnattended) return setWarned(false);
    // By the clock, as timers stand still while a computer sleeps.
    const timer = setInterval(check, 1000);
    function check() {
      setWarned(idleMinutes() >= IDLE_MINUTES - WARNED_MINUTES);
      if (!isForgotten()) return;
      clearInterval(timer);
      onEnd();
      void endSession();
    }
    // Whoever leaves a screen that nobody has touched for long has to sign in.
    if (isForgotten()) return check();
    noteUse();
    for (const sign of SIGNS) addEventListener(sign, noteUse, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) removeEventListener(sign, noteUse);
    };
  }, [isUnattended, onEnd]);
  function stay() {
    noteUse();
    setWarned(false);
  }
  if (!warned) return null;
  return (
    <Dialog title={t.idle.title} onClose={stay}>
      <p>{t.idle.warning}</p>
      <div class="row end">
        <Button look="primary" onClick={stay}>
          {t.idle.stay}
        </Button>
      </div>
    </Dialog>
  );
}
