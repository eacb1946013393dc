import type { ComponentChildren } from 'preact';
import type { Actor } from '../audit';
import { t } from '../i18n';
import { setQuery } from '../router';
import { DateField } from '../ui/date-field';
import { Select } from '../ui/field';

/** Other rows begin at their first page. */
export const filter = (change: Record<string, string | undefined>): void => setQuery({ ...change, cursor: undefined });

interface Props {
  /** what the account has done */
  label: string;
  actors: readonly Actor[] | undefined;
  value: Record<'actor' | 'from' | 'to', string>;
  /** other filters, before these */
  children?: ComponentChildren;
}

/** By which account and of which days rows are shown. They are in the address, which has only ids and days. */
export function LogFilters({ label, actors = [], value, children }: Props) {
  const day = (name: 'from' | 'to') => ({
    label: t.audit[name],
    value: value[name],
    onChange: (day: string, isGiven: boolean) => (isGiven || !day) && filter({ [name]: day }),
  });
  return (
    <search class="filters">
      {children}
      <Select
        label={label}
        value={value.actor}
        onChange={(actor) => filter({ actor })}
        options={[{ value: '', text: t.all }, ...actors.map(({ id, name }) => ({ value: id, text: name }))]}
      />
      <DateField {...day('from')} />
      <DateField {...day('to')} />
    </search>
  );
}
