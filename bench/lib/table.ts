/** A Markdown table with aligned columns: the first to the left, others to the right unless they are named as `texts`. */
export function table(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  { texts = [] }: { texts?: readonly string[] } = {},
): string {
  const cells = [head, ...rows].map((row) => row.map(String));
  const columns = head.map((name, i) => ({
    width: Math.max(3, ...cells.map((row) => row[i]?.length ?? 0)),
    isLeft: i === 0 || texts.includes(name),
  }));
  const line = (row: readonly string[]) =>
    `| ${columns.map(({ width, isLeft }, i) => (isLeft ? row[i]?.padEnd(width) : row[i]?.padStart(width))).join(' | ')} |`;
  const rule = columns.map(({ width, isLeft }) => (isLeft ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(cells[0] ?? []), line(rule), ...cells.slice(1).map(line)].join('\n');
}

/** Cells of the rows of all tables of a page, by the heading of their column. */
export function* rowsOf(page: string): Generator<Record<string, string>> {
  let head: string[] | undefined;
  for (const line of page.split('\n')) {
    if (!line.startsWith('|')) head = undefined;
    else if (!/^\|[\s:|-]+\|$/.test(line)) {
      const cells = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      if (head) yield Object.fromEntries(head.map((name, i) => [name, cells[i] ?? '']));
      else head = cells;
    }
  }
}
