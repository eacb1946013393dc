import { pageOf, type Schema } from 'hospital-service-client';
import type { ComponentChildren } from 'preact';
import { formatMoney, isolated } from '../format';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Combobox, type Matches } from '../ui/combobox';
import { type Line, lineOf } from './invoice-lines';

type CatalogItem = Schema<'CatalogItem'>;

const SHOWN = 10;

async function search(text: string, signal: AbortSignal): Promise<Matches<CatalogItem>> {
  return pageOf(await hospital.GET('/catalog/', { params: { query: { search: text, limit: SHOWN } }, signal }));
}

/** Adds a line: of a service in the catalog, with its price and discounts, or an empty one. */
export function AddLine({ onAdd, children }: { onAdd: (line: Line) => void; children?: ComponentChildren }) {
  return (
    <div class="add-line">
      {may('catalog:read') && (
        <Combobox
          label={t.invoice.catalog}
          hint={t.invoice.catalogHint}
          search={search}
          keyOf={({ id }) => id}
          textOf={({ name, code, default_price }) => ({
            name,
            note: `${isolated(code)} · ${formatMoney(default_price)}`,
          })}
          onChoose={({ id, default_price, ...item }) =>
            onAdd(lineOf({ ...item, catalog_id: id, unit_price: default_price }))
          }
        />
      )}
      <div class="row">
        <Button onClick={() => onAdd(lineOf({ catalog_id: null, code: null, name: '' }))}>{t.invoice.freeLine}</Button>
        {children}
      </div>
    </div>
  );
}
