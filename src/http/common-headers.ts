import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { settingsOf } from '../env';
import type { AppEnv } from './context';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export const commonHeaders = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('x-request-id');
  const requestId = given && REQUEST_ID.test(given) ? given : crypto.randomUUID();
  c.set('requestId', requestId);
  await next();

  const { headers } = c.res;
  headers.set('x-request-id', requestId);
  headers.set('x-robots-tag', 'noindex');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  const db = c.get('db');
  if (!db) return;
  const { bookmark, cost } = db;
  if (bookmark) headers.set('x-d1-bookmark', bookmark);
  if (c.env.ENVIRONMENT === 'development') {
    headers.set(
      'server-timing',
      Object.entries(cost)
        .map(([name, n]) => `${name};desc="${n}"`)
        .join(', '),
    );
  }
});

/** Only what matters to an API. Files have their own policy, which is not overwritten. */
export const securityHeaders = secureHeaders({
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  referrerPolicy: 'no-referrer',
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
  overwrite: false,
});

const allowOrigin = cors({
  origin: (origin, c) => {
    const allowed = settingsOf(c.env).CORS_ORIGINS;
    return allowed.includes('*') ? '*' : allowed.includes(origin) ? origin : null;
  },
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: [
    'accept-ranges',
    'content-disposition',
    'content-location',
    'content-range',
    'etag',
    'expires',
    'last-modified',
    'link',
    'location',
    'preference-applied',
    'retry-after',
    'server-timing',
    'x-d1-bookmark',
    'x-ignored-fields',
    'x-ignored-parameters',
    'x-progress',
    'x-request-id',
    'x-search-approximate',
    'x-search-incomplete',
  ],
  maxAge: 86_400,
});

/** Without credentials, as access needs a bearer token. A request without `Origin` does not come from another origin. */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header('origin') || c.req.method === 'OPTIONS') return allowOrigin(c, next);
  await next();
  c.res.headers.append('vary', 'Origin');
});
