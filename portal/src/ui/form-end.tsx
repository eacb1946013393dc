import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Action } from '../actions';
import type { Draft } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { t } from '../i18n';
import { Button } from './button';
import { Alert } from './status';

interface Props {
  draft: Pick<Draft<unknown>, 'clear'>;
  action: Pick<Action, 'busy' | 'error'>;
  /** where Cancel leads: an address, or what closes the form */
  back: string | (() => void);
  /** what the button says that sends the form */
  submit: string;
  /** was sent as it is, and no answer came */
  isLost?: boolean;
  /** somebody else has changed it, which the form tells itself */
  isOutdated?: boolean;
  /** what a 400 `duplicate` means here */
  taken?: string | undefined;
  /** what is wrong besides */
  fault?: string | undefined;
  /** other buttons, before the one that sends the form */
  children?: ComponentChildren;
}

function toldOf({ action: { error }, isLost, isOutdated, taken, fault }: Props): string | undefined {
  if (isLost) return error === undefined ? t.lost.unknown : `${t.lost.unknown} ${messageOf(error)}`;
  if (error === undefined || isOutdated) return fault;
  return taken && hasCode(error, 'duplicate') ? taken : messageOf(error);
}

/** The field that is wrong, also one behind a fold. */
function goToFault(form: HTMLFormElement | null | undefined): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid]');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/**
 * The last row of a form that keeps a draft, which stays in view while the form is longer than the screen, and with it what went
 * wrong. Who cancels does not want what they typed.
 */
export function FormEnd(props: Props) {
  const { draft, action, back, submit, isLost = false } = props;
  const row = useRef<HTMLDivElement>(null);
  const told = toldOf(props);
  // As browsers do it with what they find wrong themselves.
  useEffect(() => {
    if (action.error !== undefined) goToFault(row.current?.closest('form'));
  }, [action.error]);
  return (
    <div ref={row} class="form-end">
      {told && <Alert>{told}</Alert>}
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
        {props.children}
        <Button type="submit" look="primary" busy={action.busy}>
          {isLost ? t.lost.findOut : submit}
        </Button>
      </div>
    </div>
  );
}
