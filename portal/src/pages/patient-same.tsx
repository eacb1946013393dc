import { type Schema, unwrap } from 'hospital-service-client';
import { knownBirth } from '../born';
import { isDay, isolated, nameOf } from '../format';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { formatBorn } from '../people';
import type { Person } from '../person';
import { linkTo } from '../router';
import { hospital, SEARCH_MAX } from '../session';

type Patient = Schema<'ListedPatient'>;
type Query = { search?: string; dob?: string };

const SHOWN = 5;
/** Fewer digits are of too many people. */
const PHONE_DIGITS = 6;

/** What a search finds, once nobody types any more; nobody without one. */
function useFound(query: Query | undefined): readonly Patient[] {
  const asked = useSettled(query ? JSON.stringify(query) : '', 500);
  const found = useLoad(
    async (signal) => {
      if (!asked) return [];
      const params = { query: { ...(JSON.parse(asked) as Query), limit: SHOWN } };
      return unwrap(await hospital.GET('/patient/', { params, signal }));
    },
    [asked],
  );
  return (query && found.data) || [];
}

/** Whether nothing that is known of two birth dates tells them apart. */
const mayBeBorn = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one.startsWith(other) || other.startsWith(one);

/** Patients who may be the one who is being registered: three small searches at most, each only when what it asks for changes. */
function useSame({ first_name, last_name, dob, phone_number }: Person) {
  const name = `${first_name} ${last_name}`.trim().slice(0, SEARCH_MAX);
  const family = (last_name || first_name).trim().slice(0, SEARCH_MAX);
  const hasDigits = (phone_number?.match(/\p{N}/gu)?.length ?? 0) >= PHONE_DIGITS;
  const byPhone = useFound(phone_number && hasDigits ? { search: phone_number.slice(0, SEARCH_MAX) } : undefined);
  const byBirth = useFound(dob && family ? { dob, search: family } : undefined);
  const byName = useFound(first_name && last_name ? { search: name } : undefined);
  const phones = new Set(byPhone.map(({ id }) => id));
  const everybody = new Map([...byPhone, ...byBirth, ...byName].map((patient) => [patient.id, patient]));
  return (
    [...everybody.values()]
      .map((patient) => ({
        patient,
        sameBirth: dob !== null && isDay(dob) && knownBirth(patient) === dob,
        // Of one of them perhaps the month or the year alone.
        mayBe: mayBeBorn(knownBirth(patient), dob),
        samePhone: phones.has(patient.id),
      }))
      // Of one name only, and born on another day: perhaps a slip, but the last ones to look at.
      .map((same) => ({
        ...same,
        points: Number(same.sameBirth) + Number(same.samePhone) + (same.mayBe ? 0.5 : 0),
      }))
      .sort((a, b) => b.points - a.points)
      .slice(0, SHOWN)
  );
}

/** While somebody registers a patient: who may be that one already. Always in the page, as screen readers only notice changes. */
export function SamePerson({ person }: { person: Person }) {
  const found = useSame(person);
  return (
    <aside aria-label={t.patient.samePerson} aria-live="polite">
      {found.length > 0 && (
        <div class="card note">
          <h2>{t.patient.samePerson}</h2>
          <p>{t.patient.samePersonHint}</p>
          <ul class="plain">
            {found.map(({ patient, sameBirth, samePhone }) => (
              <li key={patient.id}>
                {/* Of its own tab: what is typed here stays. */}
                <a href={linkTo(`/patients/${patient.id}`)} target="_blank" rel="noopener">
                  <bdi>{nameOf(patient)}</bdi>
                </a>{' '}
                {sameBirth && <span class="badge warn">{t.patient.sameBirth}</span>}{' '}
                {samePhone && <span class="badge warn">{t.patient.samePhone}</span>}{' '}
                <span class="muted">
                  {[formatBorn(patient), patient.phone_number, patient.reg_number]
                    .flatMap((text) => (text ? isolated(text) : []))
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}
