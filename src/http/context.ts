import type { Context } from 'hono';
import type { Actor } from '../context';
import type { Database } from '../db/client';
import { type Bindings, settingsOf } from '../env';
import type { Failure, Level } from '../log';
import type { RequestDisclosure } from './disclosure';

export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    requestId: string;
    actor: Actor | undefined;
    db: Database | undefined;
    /** the JSON body as parsed, before its schema reads it */
    sent: unknown;
    /** why the answer is an error, for the log */
    failure: (Partial<Failure> & { level: Level; error: string }) | undefined;
    /** whether the login may write the record that it asks for, and not read it */
    writesOnly: boolean | undefined;
    /** what the answer shows of patients, for the access log */
    disclosure: RequestDisclosure | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/** `https://clinic.example`, of an address that the runtime has parsed already: `new URL` would do it again. */
export const originOf = (url: string): string => url.slice(0, url.indexOf('/', url.indexOf('//') + 2));

export const baseUrl = (c: AppContext): string => settingsOf(c.env).BASE_URL ?? originOf(c.req.url);

/** Names by which the service is reached, as far as it knows them. */
export const ownHosts = (c: AppContext): string[] =>
  [originOf(c.req.url), baseUrl(c)].map((address) => new URL(address).hostname);

export const isRead = ({ req }: AppContext): boolean => req.method === 'GET' || req.method === 'HEAD';

/** Of a login that may write and not read: what it has created, as it has sent that itself, and nothing else that is stored. */
export const isShown = (c: AppContext): boolean =>
  !c.get('writesOnly') || (c.req.method === 'POST' && !c.get('db')?.isRepetition);

export const clientAddress = (c: AppContext): string | undefined => c.req.header('cf-connecting-ip');
