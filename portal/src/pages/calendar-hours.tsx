import { atMinute, formatHour, formatTime } from '../format';
import type { Scale } from '../scale';

interface Props {
  scale: Scale;
  /** the present minute, if it is on the screen */
  present: number | undefined;
}

/** The clock beside the columns, and its lines behind what stands in them. */
export function Hours({ scale, present }: Props) {
  const lines = Array.from({ length: (scale.to - scale.from) / 30 }, (_, i) => scale.from + i * 30);
  return (
    <>
      <div class="hours" aria-hidden="true">
        {lines
          .filter((minute) => minute % 60 === 0)
          .map((hour) => (
            <span key={hour} style={{ '--at': scale.at(hour) }}>
              {formatHour(atMinute('2000-01-01', hour))}
            </span>
          ))}
        {present !== undefined && (
          <span class="present" style={{ '--at': scale.at(present) }}>
            {formatTime(atMinute('2000-01-01', present))}
          </span>
        )}
      </div>
      <div class="ruled" aria-hidden="true">
        {lines.map((minute) => (
          <div key={minute} class={minute % 60 === 0 ? 'hour' : undefined} style={{ '--at': scale.at(minute) }} />
        ))}
      </div>
    </>
  );
}
