const MINUTE = 60_000;

/** Zones, each with days around a change of its clocks: at night, at midnight, by half an hour, by a whole day, never. */
export const CHANGES: [timeZone: string, day: string][] = [
  ['Europe/Stockholm', '2027-03-28'],
  ['Europe/Stockholm', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2025-04-25'],
  ['Africa/Cairo', '2025-10-31'],
  ['Asia/Tehran', '2021-03-22'],
  ['Asia/Tehran', '2021-09-22'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kathmandu', '2027-06-01'],
  ['UTC', '2027-06-01'],
];

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock shows, by the runtime's own formatting: `2027-03-28 03:00:00`. */
export function shownAt(time: number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return clock.format(time);
}

/** What a clock shows in each minute from one time to another. */
export function minutesShown(from: number, to: number, timeZone: string): { time: number; shown: string }[] {
  return Array.from({ length: (to - from) / MINUTE }, (_, i) => {
    const time = from + i * MINUTE;
    return { time, shown: shownAt(time, timeZone) };
  });
}
