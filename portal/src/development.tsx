import { t } from './i18n';

/** `npm start` says so with the page itself, to whoever sits at its machine (scripts/public-proxy.mjs): nothing is asked for. */
const hasMails = performance
  .getEntriesByType('navigation')
  .some(
    (entry) => entry instanceof PerformanceNavigationTiming && entry.serverTiming?.some(({ name }) => name === 'mails'),
  );

/** What only developers see, below every page: where the mails are that the service has sent to nobody. */
export function DevelopmentBar() {
  if (!hasMails) return null;
  return (
    <aside class="development no-print" aria-label={t.development.title}>
      {t.development.title} <a href="/mails/">{t.development.mails}</a>
    </aside>
  );
}
