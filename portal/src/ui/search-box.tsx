import { t } from '../i18n';
import { setNotes } from '../router';
import { SEARCH_MAX } from '../session';
import { Input } from './field';

/** What is searched for in a list. It is among the notes of the page, so that going back leads to it. */
export function SearchBox({ value, hint }: { value: string; hint: string }) {
  return (
    <search class="filters">
      <Input
        label={t.admin.filter}
        hint={hint}
        type="search"
        maxLength={SEARCH_MAX}
        value={value}
        onInput={({ currentTarget: { value } }) => setNotes({ search: value })}
      />
    </search>
  );
}
