import type { ComponentChildren } from 'preact';
import { Button } from './button';

interface Props {
  /** names of the two buttons */
  before: string;
  after: string;
  onBefore: (() => void) | undefined;
  onAfter: (() => void) | undefined;
  children?: ComponentChildren;
}

/** What lies between two arrows: days, weeks, pages. An arrow without anything behind it is not there. */
export function Stepper({ before, after, onBefore, onAfter, children }: Props) {
  return (
    <div class="stepper">
      {onBefore && (
        <Button class="icon" aria-label={before} onClick={onBefore}>
          ‹
        </Button>
      )}
      {children}
      {onAfter && (
        <Button class="icon" aria-label={after} onClick={onAfter}>
          ›
        </Button>
      )}
    </div>
  );
}
