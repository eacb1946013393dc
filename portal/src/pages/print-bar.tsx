import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { Button } from '../ui/button';

interface Props {
  /** where it belongs to, and what that is called */
  href: string;
  text: string;
  /** what else is chosen before it is printed */
  children?: ComponentChildren;
}

/** Above what is made for paper: back to where it belongs, and to the printer. */
export function PrintBar({ href, text, children }: Props) {
  return (
    <div class="row end no-print">
      <a class="button quiet" href={href}>
        {text}
      </a>
      {children}
      <Button look="primary" onClick={() => print()}>
        {t.invoice.print}
      </Button>
    </div>
  );
}
