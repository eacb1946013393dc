// CPU that processes have taken, which a busy machine distorts less than time. Linux only: elsewhere nothing is known.
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of one tick of /proc. */
const TICK = 10_000;

/** Those that are there: a process may end meanwhile. */
const processes = (pids) =>
  pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Behind the name, which may hold blanks and parentheses: state, parent, …
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
    } catch {
      return [];
    }
  });

function children() {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes(pids.map(Number)).filter(({ parent }) => parent === process.pid);
}

/** Starts something. @returns it, and the child processes that it has started */
export async function startedBy(start) {
  const before = new Set(children().map(({ pid }) => pid));
  const started = await start();
  const pids = children().flatMap(({ pid }) => (before.has(pid) ? [] : [pid]));
  return { ...started, pids };
}

/** Microseconds of CPU that processes have taken so far; NaN where that is not known. */
export function cpuOf(pids) {
  const found = processes(pids);
  return found.length > 0 ? found.reduce((sum, { ticks }) => sum + ticks, 0) * TICK : Number.NaN;
}
