import { formatNumber } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';
import type { Told } from '../told';

/** What the front desk is told, and may want: the patient has other visits at the time of the one that was saved, or it lacks a room. */
export function Conflicts({ told: { visits, isHeld, lacksRoom }, day }: { told: Told; day: string }) {
  if (visits.length === 0 && !isHeld && !lacksRoom) return null;
  return (
    <div class="told" role="alert">
      {visits.length > 0 && (
        <p>
          {t.appointment.conflict}{' '}
          {visits.map((id, i) => (
            <span key={id}>
              {i > 0 && ' · '}
              <a href={linkTo('/calendar', { day, appointment: id })}>
                {visits.length > 1 ? t.appointment.conflictNumber(formatNumber(i + 1)) : t.appointment.conflictShow}
              </a>
            </span>
          ))}
        </p>
      )}
      {isHeld && <p>{t.appointment.conflictHeld}</p>}
      {lacksRoom && <p>{t.appointment.conflictRoom}</p>}
    </div>
  );
}
