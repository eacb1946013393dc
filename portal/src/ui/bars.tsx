import { sizeOf } from '../plot';
import { Figure, type PlotProps, partsOf } from './figure';

/** A bar for each mark, one below the other, with its name and what it comes to. */
export function Bars(props: PlotProps) {
  const { marks, series, format } = props;
  const sizes = marks.map(sizeOf);
  const [low, high] = [Math.min(0, ...sizes), Math.max(0, ...sizes)];
  const xOf = (value: number) => (1000 * (value - low)) / (high - low || 1);
  return (
    <Figure {...props}>
      {marks.map((mark, i) => (
        <div key={mark.key} class="bar">
          <bdi class="bar-name" title={mark.name}>
            {mark.name}
          </bdi>
          <span class="bar-size">{format(sizes[i] ?? 0)}</span>
          <svg viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
            {partsOf(mark, series).map(({ part, value, from, to }) => (
              <rect
                key={part.name}
                class={`plot-${part.colour}`}
                x={xOf(Math.min(from, to))}
                width={xOf(Math.max(from, to)) - xOf(Math.min(from, to))}
                height="1"
              >
                <title>{series.length > 1 ? `${part.name}: ${format(value)}` : format(value)}</title>
              </rect>
            ))}
            <path class="plot-zero" d={`M${xOf(0)} 0v1`} />
          </svg>
        </div>
      ))}
    </Figure>
  );
}
