/** Milliseconds of CPU, in Node: on a busy machine the clock goes on while a thread waits. workerd has no such function. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of the fastest of three runs: a busy machine only ever adds to what the code takes. */
export async function fastest(work: () => unknown, now = () => performance.now()): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run++) {
    const start = now();
    await work();
    times.push(now() - start);
  }
  return Math.min(...times);
}
