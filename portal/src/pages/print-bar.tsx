import { t } from '../i18n';
import { linkTo } from '../router';
import { Button } from '../ui/button';

/** Above what is handed out on paper: back to its invoice, and to the printer. */
export function PrintBar({ invoice }: { invoice: string }) {
  return (
    <div class="row end no-print">
      <a class="button quiet" href={linkTo(`/invoices/${invoice}`)}>
        {t.billing.toInvoice}
      </a>
      <Button look="primary" onClick={() => print()}>
        {t.invoice.print}
      </Button>
    </div>
  );
}
