import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

async function isUsed(): Promise<boolean> {
  const table = env.DB.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'user'");
  const { objects } = await env.FILES.list({ limit: 1 });
  return (await table.first()) !== null || objects.length > 0;
}

/** Empties D1 and R2. A request that is still running can keep the storage from being emptied: tries again. */
export async function emptyStorage(): Promise<void> {
  for (let tries = 0; (await isUsed()) || tries === 0; tries++) {
    if (tries === 50) throw new Error('The storage could not be emptied');
    await reset();
    await scheduler.wait(tries * 20);
  }
}
