import { pageOf, type Schema } from 'hospital-service-client';
import { formatMoney, isolated } from '../format';
import { hospital } from '../session';
import { Combobox, type Matches } from './combobox';

export type CatalogItem = Schema<'CatalogItem'>;

const SHOWN = 10;

async function search(text: string, signal: AbortSignal): Promise<Matches<CatalogItem>> {
  return pageOf(await hospital.GET('/catalog/', { params: { query: { search: text, limit: SHOWN } }, signal }));
}

interface Props {
  label: string;
  hint: string;
  error?: string | undefined;
  onChoose: (item: CatalogItem) => void;
}

/** Finds a service of the price list. */
export function CatalogField(props: Props) {
  return (
    <Combobox
      {...props}
      search={search}
      keyOf={({ id }) => id}
      textOf={({ name, code, default_price }) => ({
        name,
        note: `${isolated(code)} · ${formatMoney(default_price)}`,
      })}
    />
  );
}
