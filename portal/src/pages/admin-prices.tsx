import { pageOf } from 'hospital-service-client';
import { asTable, CSV_ROWS, wholeTable } from '../csv';
import { formatMoney, formatPercent } from '../format';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { DownloadCsv } from '../ui/download-csv';
import { Pager } from '../ui/pager';
import { SearchBox } from '../ui/search-box';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';
import type { PageProps } from './index';

const PER_PAGE = 50;

interface Wanted {
  search: string;
  tag: string;
  offset: number;
}

const queryOf = ({ search, tag, offset }: Wanted) => ({
  ...{ offset, order_by: 'name' as const },
  ...(search && { search }),
  ...(tag && { tags: [tag] }),
});

async function loadPage(wanted: Wanted, signal: AbortSignal) {
  const query = { ...queryOf(wanted), limit: PER_PAGE };
  return pageOf(await hospital.GET('/catalog/', { params: { query }, signal }), query);
}

const pricesCsv = (wanted: Wanted): Promise<Blob> =>
  wholeTable('offset', (at) => {
    const query = { ...queryOf({ ...wanted, offset: Number(at) || 0 }), ...asTable(), limit: CSV_ROWS };
    return hospital.GET('/catalog/', { params: { query } });
  });

/** Services with their prices, by name: all, or those that are searched for or have a tag. */
export function Prices({ notes, query }: PageProps) {
  const { search = '' } = notes;
  const tag = query.get('tag') ?? '';
  const offset = Number(notes.offset) || 0;
  const settled = useSettled(search.trim());
  const found = useLoad((signal) => loadPage({ search: settled, tag, offset }, signal), [settled, tag, offset]);
  const { items = [], next, total = 0 } = found.data ?? {};
  const goOn = (offset?: string) =>
    go('/admin/prices', { tag }, { ...(settled && { search: settled }), ...(offset && { offset }) });
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.prices.title}</h1>
        {may('catalog:create') && (
          <a class="button primary" href={linkTo('/admin/prices/new')}>
            {t.prices.add}
          </a>
        )}
      </div>
      <SearchBox value={search} hint={t.prices.filterHint} />
      {tag && (
        <p class="row">
          <span>{t.prices.tagged(tag)}</span>
          <a class="button" href={linkTo('/admin/prices')}>
            {t.prices.anyTag}
          </a>
        </p>
      )}
      <Loading of={found} />
      {found.data && (
        <section class="card" aria-busy={found.loading}>
          <div class="heading">
            <p class="muted" role="status">
              {items.length === 0 ? t.admin.nothing : t.admin.shown(items.length, total)}
            </p>
            {items.length > 0 && (
              <DownloadCsv
                what={t.prices.title}
                name="prices"
                read={() => pricesCsv({ search: settled, tag, offset: 0 })}
              />
            )}
          </div>
          {items.length > 0 && (
            <Table
              caption={t.prices.title}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t.prices.name,
                  cell: ({ id, name }) => (
                    <a href={linkTo(`/admin/prices/${id}`)}>
                      <bdi>{name}</bdi>
                    </a>
                  ),
                },
                { head: t.prices.code, cell: ({ code }) => <bdi>{code}</bdi> },
                { head: t.prices.category, cell: ({ category }) => <bdi>{category}</bdi> },
                { head: t.prices.tags, cell: ({ tags }) => <Tags tags={tags} /> },
                { head: t.prices.price, numeric: true, cell: ({ default_price }) => formatMoney(default_price) },
                {
                  head: t.invoice.tax,
                  numeric: true,
                  cell: ({ tax_percent }) => tax_percent !== undefined && formatPercent(tax_percent),
                },
              ]}
            />
          )}
          <Pager
            label={t.prices.title}
            onFirst={offset > 0 ? () => goOn() : undefined}
            onNext={next && (() => goOn(String(next.offset)))}
          />
        </section>
      )}
    </>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span class="tags">
      {tags.map((tag) => (
        <Button key={tag} aria-label={t.prices.tag(tag)} onClick={() => go('/admin/prices', { tag })}>
          <bdi>{tag}</bdi>
        </Button>
      ))}
    </span>
  );
}
