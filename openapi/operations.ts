import type { RouterRoute } from 'hono/types';
import { type EndpointSpec, specOf } from '../src/http/endpoint-spec';

export interface Operation {
  method: string;
  path: string;
  spec: EndpointSpec;
}

/** These end with a slash in the interface. Hono has dropped the calendar's. */
const COLLECTION = /^(\/\w+|\/calendar\/(?:appointments|types|resources))\/?$/;

/** Paths as the interface writes them: `/patient/`, `/patient/{id}`. */
export function operationsOf(routes: readonly RouterRoute[]): Operation[] {
  return routes.flatMap(({ handler, method, path }) => {
    const spec = specOf(handler);
    if (!spec || spec.isDescribedElsewhere) return [];
    const template = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');
    return [{ method: method.toLowerCase(), path: template.replace(COLLECTION, '$1/'), spec }];
  });
}
