import type { ButtonHTMLAttributes } from 'preact';

interface Props extends ButtonHTMLAttributes {
  /** `primary`: what most people came for, once per form; `danger`: what cannot be undone; `quiet`: without a frame */
  look?: 'primary' | 'danger' | 'quiet';
  /** while what it began goes on: it takes no further clicks, but keeps the focus */
  busy?: boolean;
}

export function Button(props: Props) {
  const { look, busy = false, onClick, class: more, type = 'button', 'aria-disabled': waits, ...rest } = props;
  const classes = ['button', look, more].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      type={type}
      class={classes}
      aria-disabled={busy || waits || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}
