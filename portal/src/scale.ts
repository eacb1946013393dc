import type { Span } from './timetable';

/** Minutes that need so much room: as high as that many minutes usually are. */
export interface Need extends Span {
  room: number;
}

/** The hours that are shown, and where each minute stands. All are of one height, but those that need more room. */
export interface Scale extends Span {
  /** how far below the first a minute stands, in minutes of the usual height */
  at: (minute: number) => number;
  /** the minute that stands there */
  minuteAt: (place: number) => number;
  height: number;
}

/** Draws minutes higher where what begins in them would hide something else, or would have no room for a name. */
export function scaleOf({ from, to }: Span, needs: readonly Need[]): Scale {
  const heights = new Float64Array(to - from).fill(1);
  for (const need of needs.toSorted((a, b) => a.to - b.to || b.from - a.from)) {
    const own = heights.subarray(Math.max(0, need.from - from), Math.max(0, need.to - from));
    const lacking = need.room - own.reduce((sum, height) => sum + height, 0);
    if (lacking > 0) for (const i of own.keys()) own[i] = (own[i] ?? 0) + lacking / own.length;
  }
  const places = [0];
  for (const height of heights) places.push((places.at(-1) ?? 0) + height);
  const within = (minute: number) => Math.min(Math.max(minute, from), to) - from;
  return {
    from,
    to,
    height: places.at(-1) ?? 0,
    at: (minute) => places[within(minute)] ?? 0,
    minuteAt: (place) => {
      const i = Math.min(
        Math.max(
          places.findLastIndex((it) => it <= place),
          0,
        ),
        heights.length - 1,
      );
      return from + i + (place - (places[i] ?? 0)) / (heights[i] ?? 1);
    },
  };
}
