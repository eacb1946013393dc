/** Prints texts in columns as wide as their widest. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const padded = row.map((text, column) => text.padEnd(widths[column]));
    console.log(padded.join('  ').trimEnd());
  }
}
