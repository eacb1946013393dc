import { formatNumber, isolated } from '../format';
import { t } from '../i18n';
import { Stepper } from './stepper';

interface Props {
  label: string;
  /** where the page begins, how much is on it, and how much a page may have */
  offset: number;
  count: number;
  limit: number;
  hasNext: boolean;
  onOffset: (offset: number) => void;
}

/** Leads through a list whose pages are counted. One that is a single page has nothing to lead through. */
export function Pages({ label, offset, count, limit, hasNext, onOffset }: Props) {
  if (offset === 0 && !hasNext) return null;
  const range = t.billing.range(formatNumber(offset + 1), formatNumber(offset + count));
  return (
    <>
      <p class="print-only">{t.print.part(isolated(range))}</p>
      <nav class="row end" aria-label={label}>
        <Stepper
          before={t.billing.before}
          after={t.billing.after}
          onBefore={offset > 0 ? () => onOffset(Math.max(offset - limit, 0)) : undefined}
          onAfter={hasNext ? () => onOffset(offset + limit) : undefined}
        >
          <bdi>{range}</bdi>
        </Stepper>
      </nav>
    </>
  );
}
