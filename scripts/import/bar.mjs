// How much of a file is read: a bar on a terminal, elsewhere a line for each tenth.
const WIDTH = 30;
const number = new Intl.NumberFormat('en');

export function createBar(out = process.stdout) {
  let tenths = 0;
  return {
    show({ read, size, rows }) {
      // Before the first row, what is read is the names of the columns.
      const share = rows ? read / size : 0;
      const text = `${String(Math.floor(share * 100)).padStart(3)} %  ${number.format(rows)} rows`;
      const full = Math.floor(share * WIDTH);
      const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${text}`;
      if (out.isTTY) out.write(`\r\x1b[K${bar.slice(0, (out.columns || 80) - 1)}`);
      else if (Math.floor(share * 10) > tenths) out.write(`${text.trim()}\n`);
      tenths = Math.floor(share * 10);
    },
    end() {
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}
