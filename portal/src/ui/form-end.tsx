import type { Draft } from '../drafts';
import { t } from '../i18n';
import { Button } from './button';

interface Props {
  draft: Pick<Draft<unknown>, 'clear'>;
  /** where Cancel leads: an address, or what closes the form */
  back: string | (() => void);
  /** what the button says that sends the form */
  submit: string;
  busy: boolean;
}

/** The last row of a form that keeps a draft. Who cancels does not want what they typed. */
export function FormEnd({ draft, back, submit, busy }: Props) {
  return (
    <div class="row end">
      {typeof back === 'string' ? (
        <a class="button" href={back} onClick={draft.clear}>
          {t.cancel}
        </a>
      ) : (
        <Button
          onClick={() => {
            draft.clear();
            back();
          }}
        >
          {t.cancel}
        </Button>
      )}
      <Button type="submit" look="primary" busy={busy}>
        {submit}
      </Button>
    </div>
  );
}
