import { unwrap } from './errors.ts';
import type { Hospital, Me } from './hospital.ts';
import type { CallOptions } from './types.ts';

/** The date of this moment in a time zone. */
function dateIn(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = Object.fromEntries(format.formatToParts(Date.now()).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** What follows from who is signed in and from how the hospital is set up. */
export function createMe({ GET: get }: Pick<Hospital, 'GET'>) {
  /** The same for everybody who may sign in here */
  let zone: Promise<string> | undefined;

  async function askZone() {
    try {
      return unwrap(await get('/settings/')).time_zone;
    } catch (error) {
      zone = undefined;
      throw error;
    }
  }

  return {
    async me(options?: CallOptions): Promise<Me> {
      const [account, asked] = await Promise.all([get('/auth/users/me', options), get('/settings/', options)]);
      const settings = unwrap(asked);
      return {
        user: unwrap(account),
        settings,
        can: (permission) => settings.permissions.includes(permission),
      };
    },
    async today() {
      zone ??= askZone();
      return dateIn(await zone);
    },
  };
}
