import { formatNumber } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';

/** What the front desk is told, and may want: the patient has other visits at the time of the one that was saved. */
export function Conflicts({ ids, day }: { ids: readonly string[]; day: string }) {
  if (ids.length === 0) return null;
  return (
    <p class="told" role="alert">
      {t.appointment.conflict}{' '}
      {ids.map((id, i) => (
        <span key={id}>
          {i > 0 && ' · '}
          <a href={linkTo('/calendar', { day, appointment: id })}>
            {ids.length > 1 ? t.appointment.conflictNumber(formatNumber(i + 1)) : t.appointment.conflictShow}
          </a>
        </span>
      ))}
    </p>
  );
}
