import { type OwnTime, publishedVisit } from '../../rules/icalendar';
import type { Language } from '../../rules/languages';
import { TEXTS } from '../texts';
import { oneLine } from '../values';

const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => oneLine(line))
    .filter(Boolean)
    .join('\n');

/**
 * The text of the file that is attached to the letters of a visit.
 * @param from the address of `MAIL_FROM`
 */
export function visitCalendar(
  visit: Omit<OwnTime, 'summary' | 'organizer'>,
  { language, clinic, from }: { language: Language; clinic: string | undefined; from: string },
): string {
  const { summary, summaryAlone } = TEXTS[language].visits;
  return publishedVisit({
    ...visit,
    place: visit.place && linesOf(visit.place),
    summary: clinic ? summary(oneLine(clinic)) : summaryAlone,
    organizer: from,
  });
}
