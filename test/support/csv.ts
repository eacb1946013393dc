/** A reader of RFC 4180 that knows nothing of the writer. @throws Error where a line is not one */
export function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'gy');
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain, end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`No cell at ${at}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
