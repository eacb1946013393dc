import { Hono } from 'hono';
import type { AppEnv } from './http/context';
import { crossOrigin, envelope } from './http/envelope';
import { onError } from './http/errors';
import { notFound } from './http/not-found';
import { openApiDocument } from './http/openapi';
import { API_INFO } from './info';
import { appointments } from './resources/appointment/routes';
import { auth } from './resources/auth/routes';
import { catalog } from './resources/catalog/routes';
import { departments } from './resources/department/routes';
import { doctors } from './resources/doctor/routes';
import { invoices } from './resources/invoice/routes';
import { patients } from './resources/patient/routes';
import { files } from './resources/static/routes';

const base = new Hono<AppEnv>({ strict: false });
base.onError(onError);

/** Chained, so that `AppType` knows every route for typed clients. */
export const app = base
  .use(envelope)
  .use(crossOrigin)
  .route('/auth', auth)
  .route('/department', departments)
  .route('/patient', patients)
  .route('/doctor', doctors)
  .route('/static', files)
  .route('/appointment', appointments)
  .route('/invoice', invoices)
  .route('/catalog', catalog);

export type AppType = typeof app;

let document: string | undefined;
base.get('/', (c) => c.redirect('/docs', 302));
base.get('/openapi.json', (c) => {
  document ??= JSON.stringify(openApiDocument(app.routes, API_INFO));
  return c.body(document, 200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' });
});
base.notFound(notFound(base));
