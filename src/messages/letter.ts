import { unsubscribeUrl } from '../auth/unsubscribe';
import type { Settings } from '../env';
import type { Letter } from '../mail/letter';
import { visitCalendar } from '../mail/letters/calendar';
import { visitLetter } from '../mail/letters/visits';
import { languageOf } from '../rules/languages';
import type { Whole } from './send-queries';

/** The mail, in the language of the patient. */
export async function letterOf(row: Whole, settings: Settings, now: number): Promise<Letter> {
  const { HOSPITAL_NAME: clinic, HOSPITAL_ADDRESS: place, TIME_ZONE: zone, MAIL_LANGUAGE, MAIL_FROM } = settings;
  const { kind, patient_id, starts_at, ends_at } = row;
  const language = languageOf(row.preferred_language, MAIL_LANGUAGE);
  const baseUrl = settings.BASE_URL ?? '';
  const visit = { id: row.appointment_id, version: row.visit_version, updated_at: row.visit_updated_at };
  const own = { ...visit, starts_at, ends_at, place };
  return visitLetter(
    {
      ...{
        kind,
        starts_at,
        zone,
        place,
        shown: Object.fromEntries((row.shows ?? []).map((detail) => [detail, row[detail]])),
      },
      calendar: visitCalendar(own, { language, clinic, from: MAIL_FROM?.email ?? '' }),
      unsubscribeUrl: await unsubscribeUrl(settings, baseUrl, { patient_id, language }, now),
    },
    { language, clinic, baseUrl },
  );
}
