import type { ComponentChildren } from 'preact';

interface Column<T> {
  head: string;
  cell: (row: T) => ComponentChildren;
  /** amounts and counts, which are compared by their last digit */
  numeric?: boolean;
}

interface Props<T> {
  /** for screen readers, and for the print */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

/** A table that becomes a list of cards on a phone: each cell then shows the head of its column. */
export function Table<T>({ caption, columns, rows, keyOf }: Props<T>) {
  const classOf = ({ numeric }: Column<T>) => (numeric ? 'numeric' : undefined);
  return (
    <table class="records">
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
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.head} class={classOf(column)} data-head={column.head}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
