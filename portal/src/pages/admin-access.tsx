import { cursorOf, loadAccessDays, loadActors, lookText } from '../audit';
import { formatDate, formatNumber, formatTime, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, idOf, linkTo } from '../router';
import { hospital } from '../session';
import { Pager } from '../ui/pager';
import { PatientField } from '../ui/patient-field';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { ActorName } from './admin-actor';
import { filter, LogFilters } from './admin-log-filters';
import { Looks } from './admin-looks';
import { Up } from './admin-up';
import type { PageProps } from './index';

const PATH = '/admin/access';

/** Who looked at a patient: chosen here, or on the patient's page. */
export function Access({ query }: PageProps) {
  const patient = idOf(query.get('patient'));
  const day = query.get('day');
  return (
    <>
      <Up />
      <h1>{t.access.title}</h1>
      <p class="muted">{t.access.hint}</p>
      {patient ? (
        <Looked key={patient} patient={patient} />
      ) : (
        <section class="card">
          <p>{t.access.choose}</p>
          <PatientField onChoose={({ id }) => go(PATH, { patient: id })} />
        </section>
      )}
      {patient &&
        (day ? <Looks day={day} patient={patient} query={query} /> : <Days patient={patient} query={query} />)}
    </>
  );
}

/** Whom it is about. Reading the name is a look itself. */
function Looked({ patient }: { patient: string }) {
  const loaded = useLoad((signal) => hospital.GET('/patient/{id}', { params: { path: { id: patient } }, signal }), []);
  const result = loaded.data;
  return (
    <p class="row">
      {result?.ok ? (
        <a href={linkTo(`/patients/${patient}`)}>
          <bdi>{nameOf(result.data)}</bdi>
        </a>
      ) : (
        result && <span>{t.access.formerPatient}</span>
      )}
      <a class="button" href={linkTo(PATH)}>
        {t.access.other}
      </a>
    </p>
  );
}

interface DaysProps {
  patient: string;
  query: URLSearchParams;
}

function Days({ patient, query }: DaysProps) {
  const of = (name: string) => query.get(name) ?? '';
  const filters = { actor: idOf(of('actor')), from: of('from'), to: of('to'), cursor: of('cursor') };
  const actors = useLoad(loadActors, []);
  const found = useLoad(
    (signal) => loadAccessDays({ patient, ...filters }, signal),
    [patient, ...Object.values(filters)],
  );
  const { items = [], next } = found.data ?? {};
  return (
    <>
      <LogFilters label={t.audit.who} actors={actors.data} value={filters} />
      <Loading of={found} />
      <Loading of={actors} />
      {found.data && (
        <section class="card" aria-busy={found.loading}>
          {items.length === 0 && <p class="muted">{next ? t.admin.nothingYet : t.access.none}</p>}
          {items.length > 0 && (
            <Table
              caption={t.access.title}
              rows={items}
              keyOf={({ day, actor }) => `${day} ${actor}`}
              columns={[
                {
                  head: t.access.day,
                  look: 'unbroken',
                  cell: ({ day, actor }) => (
                    <a href={linkTo(PATH, { patient, day, actor: actor ?? undefined })}>{formatDate(day)}</a>
                  ),
                },
                { head: t.audit.who, cell: ({ actor }) => <ActorName actor={actor} actors={actors.data} /> },
                { head: t.access.looks, numeric: true, cell: ({ looks }) => formatNumber(looks) },
                {
                  head: t.access.times,
                  look: 'unbroken',
                  cell: ({ first_at, last_at }) => `${formatTime(first_at)} – ${formatTime(last_at)}`,
                },
                { head: t.access.what, cell: ({ kinds }) => kinds.map(lookText).join(' · ') },
              ]}
            />
          )}
          <Pager
            label={t.access.title}
            onFirst={filters.cursor ? () => filter({}) : undefined}
            onNext={next && (() => go(PATH, { ...Object.fromEntries(query), cursor: cursorOf(next) }))}
          />
        </section>
      )}
    </>
  );
}
