import type { Hono } from 'hono';
import { AppError } from '../errors';
import { authenticate } from './authenticate';
import type { AppContext, AppEnv } from './context';
import { specOf } from './endpoint-spec';
import { HttpError } from './errors';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** 404 for an unknown path, 405 for a known one with another method; below a protected path first 401. */
export function notFound(app: Hono<AppEnv>) {
  const guarded = new Set(
    app.routes.filter(({ handler }) => specOf(handler)?.permission).map(({ path }) => path.split('/')[1]),
  );
  return async (c: AppContext): Promise<Response> => {
    const path = c.req.path.length > 1 ? c.req.path.replace(/\/$/, '') : c.req.path;
    const specs = METHODS.flatMap((method) => {
      const spec = app.router
        .match(method, path)[0]
        .map(([[handler]]) => specOf(handler))
        .find(Boolean);
      return spec ? [{ method, spec }] : [];
    });
    const protectedPath = specs.length ? specs.some(({ spec }) => spec.permission) : guarded.has(path.split('/')[1]);
    if (protectedPath && path.split('/')[1] !== 'auth') await authenticate(c);
    if (specs.length === 0) throw new AppError('not_found', 'Not found', 'route_not_found');
    const allow = specs.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    throw new HttpError('method_not_allowed', 'Method not allowed', { allow });
  };
}
