import { formatMoment } from '../format';
import { formerUntil } from '../former-secret';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { DOCS, hasEnded, loadPrograms, type Program, scopeTexts } from '../programs';
import { linkTo } from '../router';
import { may } from '../session';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';

/** All programs that sign in by their own right. */
export function Programs() {
  const loaded = useLoad(loadPrograms, []);
  const programs = loaded.data ?? [];
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.programs.title}</h1>
        {may('client:create') && (
          <a class="button primary" href={linkTo('/admin/programs/new')}>
            {t.programs.add}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {loaded.data && (
        <section class="card" aria-busy={loaded.loading}>
          {programs.length === 0 ? (
            <p>{office.programs.none}</p>
          ) : (
            <Table
              caption={t.programs.title}
              rows={programs}
              keyOf={({ client_id }) => client_id}
              columns={[
                {
                  head: t.people.name,
                  cell: ({ client_id, name }) => (
                    <a href={linkTo(`/admin/programs/${client_id}`)}>
                      <bdi>{name}</bdi>
                    </a>
                  ),
                },
                { head: office.programs.may, look: 'loose', cell: (program) => <May program={program} /> },
                {
                  head: t.logins.used,
                  cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : office.programs.unused),
                },
                { head: office.programs.until, cell: (program) => <Ends program={program} /> },
                { head: office.programs.proof, cell: (program) => <Proof program={program} /> },
              ]}
            />
          )}
          <p class="muted">
            {office.programs.what} <a href={DOCS}>{office.programs.docs}</a>
          </p>
        </section>
      )}
    </>
  );
}

function May({ program: { scope } }: { program: Program }) {
  return (
    <div>
      <ul class="plain">
        {scopeTexts(scope).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <code class="muted" dir="ltr">
        {scope}
      </code>
    </div>
  );
}

export function Ends({ program }: { program: Program }) {
  return (
    <span>
      {program.expires_at ? formatMoment(program.expires_at) : office.programs.noEnd}{' '}
      {hasEnded(program) && <span class="badge bad">{office.programs.ended}</span>}
    </span>
  );
}

function Proof({ program }: { program: Program }) {
  return (
    <div>
      {program.jwks ? office.programs.byKeys : office.programs.bySecret}
      <Former program={program} />
    </div>
  );
}

/** Until when two secrets work. */
export function Former({ program }: { program: Program }) {
  const until = formerUntil(program);
  return until && <p class="hint">{office.programs.formerUntil(formatMoment(until))}</p>;
}
