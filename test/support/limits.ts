import { env } from 'cloudflare:workers';
import toml from '../../wrangler.toml?raw';

/** What wrangler.toml says of each limit. */
export const configured: Record<string, { limit: number; period: number }> = Object.fromEntries(
  [...toml.matchAll(/name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = (\d+) \}/g)].map(
    ([, name, limit, period]) => [name, { limit: Number(limit), period: Number(period) }],
  ),
);

/** One limit with three requests a minute, by keys of its own. */
export const three = (): RateLimit => {
  const own = crypto.randomUUID();
  return { limit: ({ key }) => env.THREE_A_MINUTE.limit({ key: `${own} ${key}` }) };
};

/** Limits that refuse nothing and note by what each request was counted: `SEARCH 0000-…`. */
export function noted() {
  const counted: string[] = [];
  const named = (name: string): RateLimit => ({
    limit: async ({ key }) => ({ success: counted.push(`${name} ${key}`) > 0 }),
  });
  return {
    counted,
    env: {
      PASSWORD_RATE_LIMIT: named('PASSWORD'),
      ACCOUNT_RATE_LIMIT: named('ACCOUNT'),
      SEARCH_RATE_LIMIT: named('SEARCH'),
      WRITTEN_RATE_LIMIT: named('WRITTEN'),
    },
  };
}

/** Runs `work` within one minute of the clock, in which the local limits count: again, if a new one began meanwhile. */
export async function withinMinute(work: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const began = minute();
    try {
      return await work();
    } catch (error) {
      if (began === minute()) throw error;
    }
  }
}
