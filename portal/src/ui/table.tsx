import type { ComponentChildren } from 'preact';

interface Column<T> {
  head: string;
  cell: (row: T) => ComponentChildren;
  /** amounts and counts, which are compared by their last digit */
  numeric?: boolean;
  /**
   * `unbroken`: numbers of records and times; `loose`: texts that may break anywhere, where a table has many columns. On a phone a
   * compact table shows the heads of `named` columns, as what is in them says nothing alone, and no `wide` ones. `notes`: empty, to
   * be written in by hand; `no-print`: what can be done with a row.
   */
  look?: 'unbroken' | 'loose' | 'named' | 'wide' | 'notes' | 'no-print';
}

interface Props<T> {
  /** for screen readers, and for the print */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** what the rows come to */
  sum?: T | undefined;
  /** the same where a row cannot say it: below the last row, and on paper on its page */
  totals?: ComponentChildren;
  /** on a phone in a line or two for each row, instead of a card */
  compact?: boolean;
}

/** A table that becomes a list of cards on a phone: each cell then shows the head of its column. */
export function Table<T>({ caption, columns, rows, keyOf, sum, totals, compact = false }: Props<T>) {
  const classOf = ({ numeric, look }: Column<T>) => [numeric && 'numeric', look].filter(Boolean).join(' ') || undefined;
  const cells = (row: T) =>
    columns.map((column) => (
      <td key={column.head} class={classOf(column)} data-head={column.head}>
        {column.cell(row)}
      </td>
    ));
  const line = (row: T) => <tr key={keyOf(row)}>{cells(row)}</tr>;
  return (
    <table class={compact ? 'records compact' : 'records'}>
      <caption class="for-readers">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" class={classOf(column)}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{(totals ? rows.slice(0, -1) : rows).map(line)}</tbody>
      {totals && (
        <tbody class="last">
          {rows.slice(-1).map(line)}
          <tr class="totals">
            <td colSpan={columns.length}>{totals}</td>
          </tr>
        </tbody>
      )}
      {sum !== undefined && (
        <tfoot>
          <tr>{cells(sum)}</tr>
        </tfoot>
      )}
    </table>
  );
}
