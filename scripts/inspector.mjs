// workerd's inspector, where `serve` was given a port for it.
import { once } from 'node:events';

export async function inspector(port) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  await once(socket, 'open', { signal: AbortSignal.timeout(60_000) });
  const waiting = new Map();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
  });
  let id = 0;
  const call = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { call, close: () => socket.close() };
}
