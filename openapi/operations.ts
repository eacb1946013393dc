import type { RouterRoute } from 'hono/types';
import { type EndpointSpec, specOf } from '../src/http/endpoint-spec';

export interface Operation {
  method: string;
  path: string;
  spec: EndpointSpec;
}

/** Paths that end with a slash: those of one segment, and the calendar's, of which Hono has dropped it. */
const COLLECTION = /^(\/\w+|\/calendar\/appointments)\/?$/;

/** Every documented route, its path as the interface writes it: `/patient/`, `/patient/{id}`. */
export function operationsOf(routes: readonly RouterRoute[]): Operation[] {
  return routes.flatMap(({ handler, method, path }) => {
    const spec = specOf(handler);
    if (!spec) return [];
    const template = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');
    return [{ method: method.toLowerCase(), path: template.replace(COLLECTION, '$1/'), spec }];
  });
}
