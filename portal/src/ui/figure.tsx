import type { ComponentChildren, HTMLAttributes } from 'preact';
import { t } from '../i18n';
import { type Mark, type Series, sizeOf } from '../plot';
import './plot.css';

export interface PlotProps {
  /** what is shown of what */
  caption: string;
  series: readonly Series[];
  marks: readonly Mark[];
  format: (value: number) => string;
}

/** The parts of a mark that are something, each from where the one before it ends. */
export function partsOf({ values }: Mark, series: readonly Series[]) {
  let end = 0;
  return series.flatMap((part, i) => {
    const value = values[i] ?? 0;
    const from = end;
    end += value;
    return value === 0 ? [] : [{ part, value, from, to: end }];
  });
}

interface Props extends PlotProps, Pick<HTMLAttributes, 'tabIndex' | 'onKeyDown' | 'onPointerMove' | 'onPointerDown'> {
  children: ComponentChildren;
  /** of what is pointed at, which may be nothing yet */
  said?: string | undefined;
}

/** A plot with its caption and its colours. It is for the eye: readers are told the essence, and a table beside it has the rest. */
export function Figure({ caption, series, marks, format, said, children, ...control }: Props) {
  const [highest] = [...marks].sort((a, b) => sizeOf(b) - sizeOf(a));
  return (
    <figure class="plot">
      <figcaption>
        <span class="for-readers">{caption}</span>
        {series.length > 1 &&
          series.map(({ name, colour }) => (
            <span key={name} class="plot-key">
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect class={`plot-${colour}`} width="10" height="10" />
              </svg>
              {name}
            </span>
          ))}
        {said !== undefined && (
          <span class="plot-said" aria-live="polite">
            {said}
          </span>
        )}
      </figcaption>
      <div
        role="img"
        aria-label={`${caption}. ${highest ? t.statistics.highest(highest.name, format(sizeOf(highest))) : ''}`}
        {...control}
      >
        {children}
      </div>
    </figure>
  );
}
