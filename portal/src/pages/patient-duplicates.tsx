import { unwrap } from 'hospital-service-client';
import { joined, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { formatBorn } from '../people';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Loading } from '../ui/status';

/** Who may be the same person as a patient, the likeliest first. */
export function Duplicates({ id }: { id: string }) {
  const found = useLoad(
    async (signal) => unwrap(await hospital.GET('/patient/{id}/duplicates', { params: { path: { id } }, signal })),
    [id],
  );
  if (!found.data) return <Loading of={found} />;
  if (found.data.length === 0) return null;
  return (
    <section class="card note" role="alert">
      <p>{t.patient.duplicates}</p>
      <ul class="plain">
        {found.data.map(({ patient }) => (
          <li key={patient.id}>
            <a href={linkTo(`/patients/${patient.id}`)}>
              <bdi>{nameOf(patient)}</bdi>
            </a>{' '}
            <span class="muted">{joined([formatBorn(patient), patient.phone_number, patient.reg_number])}</span>{' '}
            {may('patient:merge') && (
              <a
                href={linkTo(`/patients/${id}/merge`, { from: patient.id })}
                aria-label={t.merge.compareWith(patient.reg_number)}
              >
                {t.merge.compare}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
