import { useState } from 'preact/hooks';
import { locale } from '../i18n/locale';
import { levelsOf, sizeOf } from '../plot';
import { Figure, type PlotProps, partsOf } from './figure';

/** At most so many columns have their names below them, and half of these on a phone. */
const NAMED = 12;

/** `12K`: there is little room. */
const formatCompact = (value: number): string =>
  value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 2 });

interface Props extends PlotProps {
  /** names for where there is little room, in the order of the marks */
  short: readonly string[];
}

/** A column for each mark, beside each other in the order of time. What one comes to is said where it is pointed at, or by the arrow keys. */
export function Columns({ short, ...props }: Props) {
  const { marks, series, format } = props;
  const [at, setAt] = useState(-1);
  const shown = marks[at];
  const levels = levelsOf(marks.map(sizeOf));
  const [low, high] = [levels[0] ?? 0, levels.at(-1) ?? 1];
  const yOf = (value: number) => (1000 * (high - value)) / (high - low);
  const every = Math.ceil(marks.length / NAMED);
  const isRtl = document.dir === 'rtl';

  function point({ clientX, currentTarget }: PointerEvent & { currentTarget: Element }) {
    const { left, width } = (currentTarget.querySelector('.plot-area') ?? currentTarget).getBoundingClientRect();
    const part = (clientX - left) / width;
    setAt(Math.floor((isRtl ? 1 - part : part) * marks.length));
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    setAt(at < 0 && step < 0 ? marks.length - 1 : Math.min(Math.max(at + step, 0), marks.length - 1));
  }

  return (
    <Figure
      {...props}
      said={shown ? `${shown.name}: ${format(sizeOf(shown))}` : ''}
      tabIndex={0}
      onKeyDown={press}
      onPointerMove={point}
      onPointerDown={point}
    >
      <div class="plot-columns" style={{ '--marks': marks.length }}>
        <div class="plot-levels">
          {levels.map((level) => (
            <span key={level}>{formatCompact(level)}</span>
          ))}
        </div>
        <svg class="plot-area" viewBox={`0 0 ${marks.length * 10} 1000`} preserveAspectRatio="none" aria-hidden="true">
          {levels.map((level) => (
            <path
              key={level}
              class={level === 0 ? 'plot-zero' : 'plot-level'}
              d={`M0 ${yOf(level)}h${marks.length * 10}`}
            />
          ))}
          {shown && <rect class="plot-at" x={at * 10} width="10" height="1000" />}
          {marks.map((mark, i) =>
            partsOf(mark, series).map(({ part, from, to }) => (
              <rect
                key={`${mark.key} ${part.name}`}
                class={`plot-${part.colour}`}
                x={i * 10 + 1.5}
                width="7"
                y={yOf(Math.max(from, to))}
                height={Math.abs(yOf(from) - yOf(to))}
              />
            )),
          )}
        </svg>
        <div class="plot-names">
          {marks.map(
            ({ key }, i) =>
              i % every === 0 && (
                <span key={key} style={{ 'grid-column': i + 1 }}>
                  {short[i]}
                </span>
              ),
          )}
        </div>
      </div>
    </Figure>
  );
}
