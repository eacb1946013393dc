import { formatNumber } from '../format';
import { t } from '../i18n';
import type { Day } from '../today';

/** The day in numbers. */
export function TodayCounts({ desk: { count, waiting, inRoom, late, done, missed } }: { desk: Day }) {
  const counts: [string, number, string?][] = [
    [t.today.count, count],
    [t.today.waiting, waiting.length],
    [t.today.inRoom, inRoom.length],
    [t.today.late, late.length, 'bad'],
    [t.today.done, done],
    [t.status.NO_SHOW, missed],
  ];
  return (
    <dl class="figures" aria-label={t.today.counts}>
      {counts.map(([name, number, look]) => (
        <div key={name} class={number > 0 ? look : undefined}>
          <dt>{name}</dt>
          <dd>{formatNumber(number)}</dd>
        </div>
      ))}
    </dl>
  );
}
