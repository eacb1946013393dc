import { type Closure, type Known, rangeText, scopeText } from '../closures';
import { t } from '../i18n';

/** Why there are no free times: what is closed on the days that are shown. */
export function Closed({ closures, known }: { closures: readonly Closure[]; known: Known | undefined }) {
  if (closures.length === 0) return null;
  return (
    <ul class="told plain" aria-label={t.closures.title}>
      {closures.map((closure, i) => (
        <li key={i}>
          <strong>
            {t.closures.closed} <bdi>{closure.name}</bdi>
          </strong>{' '}
          · <bdi>{scopeText(closure, known)}</bdi> · {rangeText(closure)}
        </li>
      ))}
    </ul>
  );
}
