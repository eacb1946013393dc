import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { may } from '../session';
import { Button } from '../ui/button';
import { CatalogField } from '../ui/catalog-field';
import { type Line, lineOf, lineOfItem } from './invoice-lines';

/** Adds a line: of a service in the catalog, with its price and discounts, or an empty one. */
export function AddLine({ onAdd, children }: { onAdd: (line: Line) => void; children?: ComponentChildren }) {
  return (
    <div class="add-line">
      {may('catalog:read') && (
        <CatalogField
          label={t.invoice.catalog}
          hint={t.invoice.catalogHint}
          onChoose={(item) => onAdd(lineOfItem(item))}
        />
      )}
      <div class="row">
        <Button onClick={() => onAdd(lineOf({ catalog_id: null, code: null, name: '' }))}>{t.invoice.freeLine}</Button>
        {children}
      </div>
    </div>
  );
}
