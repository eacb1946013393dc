import autocannon from 'autocannon';

/** Seconds after which a server that answers nothing is given up. */
const LONGEST = 60;

export const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;

/**
 * Loads one server for some seconds, at least until it answers, by connections with one request at a time each.
 * @throws Error when an answer is not 2xx or none comes
 */
export async function loadFor(seconds, connections, { url, headers }, requests) {
  const times = [];
  const failures = new Map();
  const running = autocannon({
    url,
    connections,
    duration: LONGEST + seconds,
    sampleInt: 100, // how often it looks whether it is to stop
    timeout: 20,
    requests: requests.map((request) => ({ ...request, headers: { ...headers, ...request.headers } })),
  });
  running.on('response', (_client, status, _bytes, ms) => {
    times.push(ms);
    if (status < 200 || status > 299) failures.set(status, (failures.get(status) ?? 0) + 1);
  });
  setTimeout(() => {
    if (times.length > 0) running.stop();
    else running.once('response', () => running.stop());
  }, seconds * 1000);
  const { errors, timeouts, duration } = await running;
  if (times.length === 0) throw new Error(`${url} answered nothing in ${duration} s`);
  if (failures.size > 0 || errors > 0 || timeouts > 0) {
    const statuses = [...failures].map(([status, n]) => `${n} × ${status}`);
    throw new Error(`${url} failed: ${[...statuses, `${errors} errors, ${timeouts} timeouts`].join(', ')}`);
  }
  times.sort((a, b) => a - b);
  return { answers: times.length, rps: times.length / duration, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
