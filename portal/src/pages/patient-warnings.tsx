import { formatDayOrMoment, isolated } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { severityText } from '../people';
import type { Allergy } from '../person';
import { loadRecord } from '../records';
import { Loading } from '../ui/status';
import './patient-warnings.css';

interface Warned {
  allergies?: Allergy[] | null;
  deceased_at?: string | null;
}

const isSevere = ({ severity }: Allergy): boolean => severity === 'severe';

/** What nobody may overlook, above everything else about a patient. */
export function Warnings({ patient: { allergies, deceased_at } }: { patient: Warned }) {
  const listed = allergies?.toSorted((a, b) => Number(isSevere(b)) - Number(isSevere(a))) ?? [];
  return (
    <>
      {deceased_at && (
        <p class="warning deceased">
          <strong>{t.person.died}</strong> {formatDayOrMoment(deceased_at)}
        </p>
      )}
      {listed.length > 0 && (
        <section class="warning allergies" aria-label={t.history.allergies}>
          {/* Not by its colour alone: by the sign and the word as well. */}
          <strong>
            <span aria-hidden="true">{'\u26A0\uFE0E'}</span> {t.history.allergies}
          </strong>
          <ul>
            {listed.map(({ substance, reaction, severity }, i) => (
              <li key={i}>
                <bdi>
                  <strong>{substance}</strong>
                </bdi>
                {(reaction || severity) && (
                  <>
                    {' '}
                    ({[severity && severityText(severity), reaction && isolated(reaction)].filter(Boolean).join(' · ')})
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The same where only the id of the patient is known. That it could not be loaded is said: nobody takes it for none. */
export function WarningsOf({ id }: { id: string }) {
  const loaded = useLoad((signal) => loadRecord(id, signal), [id]);
  if (loaded.data) return <Warnings patient={loaded.data} />;
  return loaded.error ? <Loading of={loaded} /> : null;
}
