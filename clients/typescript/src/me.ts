import { unwrap } from './errors.ts';
import type { Me } from './hospital.ts';
import type { AnyResult, CallOptions, Schema } from './types.ts';

/** The date of this moment in a time zone. */
function dateIn(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = Object.fromEntries(format.formatToParts(Date.now()).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** What follows from who is signed in and from how the hospital is set up. */
export function createMe(get: (path: string, options?: CallOptions) => Promise<AnyResult>) {
  // Of a success at `/auth/users/me` and at `/settings/`, which is what the document says that these two answer.
  const userOf = (result: AnyResult) => unwrap(result) as Schema<'User'>;
  const settingsOf = (result: AnyResult) => unwrap(result) as Schema<'PortalSettings'>;
  /** The same for everybody who may sign in here */
  let zone: Promise<string> | undefined;

  async function askZone() {
    try {
      return settingsOf(await get('/settings/')).time_zone;
    } catch (error) {
      zone = undefined;
      throw error;
    }
  }

  return {
    async me(options?: CallOptions): Promise<Me> {
      const [account, asked] = await Promise.all([get('/auth/users/me', options), get('/settings/', options)]);
      const settings = settingsOf(asked);
      return {
        user: userOf(account),
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
