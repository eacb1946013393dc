import { pageOf } from 'hospital-service-client';
import { useEffect, useRef } from 'preact/hooks';
import type { Born } from '../born';
import { nameOf } from '../format';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { formatAge, formatBorn, genderText } from '../people';
import { go, linkTo, setNotes } from '../router';
import { asSearched } from '../search-text';
import { hospital, may, SEARCH_MAX } from '../session';
import { Button } from '../ui/button';
import { Input } from '../ui/field';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import type { PageProps } from './index';

const PER_PAGE = 20;

/** All patients, the newest first, or those who are searched for. Going back leads to the same search and page. */
export function Patients({ notes }: PageProps) {
  const search = notes.search ?? '';
  const cursor = notes.cursor || undefined;
  const settled = useSettled(search.trim());
  const found = useLoad((signal) => loadPage(settled, cursor, signal), [settled, cursor]);
  const field = useRef<HTMLElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  // What Enter was pressed for: before the answer comes, it waits.
  const entered = useRef('');
  const page = found.data;
  function openOnly() {
    if (!page || !entered.current || page.search !== entered.current) return;
    entered.current = '';
    const [only, another] = page.items;
    if (only && !another && !cursor && !page.approximate) go(`/patients/${only.id}`);
  }
  useEffect(openOnly, [page]);
  const next = page?.next?.cursor;

  return (
    <>
      <div class="heading">
        <h1>{t.patients.title}</h1>
        {may('patient:create') && (
          <a class="button primary" href={linkTo('/patients/new')}>
            {t.patients.register}
          </a>
        )}
      </div>
      <search ref={field} class="filters">
        <Input
          label={t.patients.search}
          hint={t.patients.searchHint}
          type="search"
          aria-keyshortcuts="/"
          maxLength={SEARCH_MAX}
          value={search}
          onInput={({ currentTarget: { value } }) => {
            entered.current = '';
            setNotes({ search: value });
          }}
          onKeyDown={({ key, isComposing }) => {
            if (key !== 'Enter' || isComposing) return;
            entered.current = search.trim();
            openOnly();
          }}
        />
      </search>
      <Loading of={found} />
      {page && (
        <section class="card" aria-busy={found.loading}>
          <p class={page.approximate ? 'told' : 'muted'} role="status">
            {page.approximate && `${t.search.similar} `}
            {page.items.length > 0 ? t.patients.shown(page.items.length) : t.patients.nobody}
          </p>
          {page.items.length > 0 && (
            <Table
              compact
              caption={t.patients.title}
              rows={page.items}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t.patients.name,
                  look: 'loose',
                  cell: (patient) => (
                    <a class="stretched" href={linkTo(`/patients/${patient.id}`)}>
                      <bdi>{nameOf(patient)}</bdi>
                    </a>
                  ),
                },
                {
                  head: t.patients.born,
                  cell: (patient) => <Birth patient={patient} />,
                },
                { head: t.patient.gender, look: 'wide', cell: ({ gender }) => genderText(gender) },
                {
                  head: t.patients.phone,
                  look: 'wide',
                  cell: ({ phone_number }) => <bdi dir="ltr">{phone_number}</bdi>,
                },
                { head: t.patients.number, look: 'wide', cell: ({ reg_number }) => <bdi>{reg_number}</bdi> },
              ]}
            />
          )}
          {(cursor || next) && (
            <nav class="row end" aria-label={t.patients.title}>
              {cursor && (
                <Button look="quiet" onClick={() => go('/patients', {}, { search: settled })}>
                  {t.patients.firstPage}
                </Button>
              )}
              {next && (
                <Button onClick={() => go('/patients', {}, { search: settled, cursor: next })}>
                  {t.patients.nextPage}
                </Button>
              )}
            </nav>
          )}
        </section>
      )}
    </>
  );
}

async function loadPage(search: string, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: PER_PAGE, ...(search && { search: asSearched(search) }), ...(cursor && { cursor }) };
  return { ...pageOf(await hospital.GET('/patient/', { params: { query }, signal }), query), search };
}

function Birth({ patient }: { patient: Born }) {
  const age = formatAge(patient);
  return (
    <>
      <bdi>{formatBorn(patient)}</bdi>
      {age && (
        <>
          {' · '}
          <bdi>{age}</bdi>
        </>
      )}
    </>
  );
}
