import { t } from '../i18n';
import { Button } from './button';

interface Props {
  label: string;
  onFirst: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Leads on through a list whose pages have no numbers. */
export function Pager({ label, onFirst, onNext }: Props) {
  if (!onFirst && !onNext) return null;
  return (
    <>
      {onNext && <p class="print-only">{t.print.goesOn}</p>}
      <nav class="row end" aria-label={label}>
        {onFirst && (
          <Button look="quiet" onClick={onFirst}>
            {t.patients.firstPage}
          </Button>
        )}
        {onNext && <Button onClick={onNext}>{t.patients.nextPage}</Button>}
      </nav>
    </>
  );
}
