// Where the service spends its time under load: V8's sampling profiler, through workerd's inspector.
import { join } from 'node:path';
import { inspector } from '../../scripts/inspector.mjs';
import { serve } from '../../scripts/local-worker.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { logIn } from './client.mjs';
import { loadFor } from './load-generator.mjs';
import { table } from './results.mjs';

const TOP = 25;

function selfTimes({ nodes, samples, timeDeltas }) {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const file = url.split('/').at(-1);
      return [id, `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`];
    }),
  );
  const times = new Map();
  for (const [i, sample] of samples.entries()) {
    const name = names.get(sample);
    times.set(name, (times.get(name) ?? 0) + timeDeltas[i]);
  }
  const busy = [...times].filter(([name]) => name !== '(idle)');
  const total = busy.reduce((sum, [, time]) => sum + time, 0);
  const top = busy.sort(([, a], [, b]) => b - a).slice(0, TOP);
  return table(
    ['function', 'self ms', '%'],
    top.map(([name, time]) => [name, (time / 1000).toFixed(0), ((100 * time) / total).toFixed(1)]),
  );
}

/** Loads the service alone and tells the functions that took most time themselves. */
export async function profile(dir, module, requests, { seconds, connections }) {
  const inspectorPort = await freePort();
  const worker = await serve(module, { data: join(dir, 'data'), inspectorPort });
  try {
    const { authorization } = await logIn(worker.url);
    const server = { url: worker.url, headers: { authorization } };
    await loadFor(Math.min(1, seconds), connections, server, requests);
    const { call, close } = await inspector(inspectorPort);
    await call('Profiler.enable');
    await call('Profiler.setSamplingInterval', { interval: 200 });
    await call('Profiler.start');
    const { rps } = await loadFor(seconds, connections, server, requests);
    const { profile } = await call('Profiler.stop');
    close();
    return `${Math.round(rps)} requests/s while profiled\n\n${selfTimes(profile)}`;
  } finally {
    await worker.stop();
  }
}
