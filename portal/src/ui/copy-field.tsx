import { useRef } from 'preact/hooks';
import { Button } from './button';
import { Input } from './field';
import { say } from './status';

interface Props {
  label: string;
  value: string;
  /** what the button says */
  copy: string;
  /** for readers, where several say the same */
  copyLabel?: string;
  copied: string;
}

/** A text to be copied: by its button, or selected by a click to be copied by the keyboard. */
export function CopyField({ label, value, copy, copyLabel, copied }: Props) {
  const input = useRef<HTMLInputElement>(null);
  async function take() {
    input.current?.select();
    // Missing where the page is not served securely: there it is selected to be copied by the keyboard.
    await navigator.clipboard?.writeText(value);
    if (navigator.clipboard) say(copied);
  }
  return (
    <div class="copied">
      <Input ref={input} label={label} readOnly dir="ltr" value={value} onFocus={() => input.current?.select()} />
      <Button aria-label={copyLabel} onClick={take}>
        {copy}
      </Button>
    </div>
  );
}
