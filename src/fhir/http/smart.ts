/** How a client gets a token (hl7.org/fhir/smart-app-launch/conformance.html). There is no authorization endpoint: people log in. */
import { type AppContext, baseUrl } from '../../http/context';
import { SERVED } from '../served';
import type { ServedType } from '../served-type';

const lettersOf = ({ search, writing }: ServedType) =>
  [writing && 'c', 'r', writing?.update && 'u', search && 's'].filter(Boolean).join('');

export const tokenEndpoint = (c: AppContext) => `${baseUrl(c)}/auth/login`;

export const answerSmartConfiguration = (c: AppContext) =>
  c.json({
    token_endpoint: tokenEndpoint(c),
    grant_types_supported: ['password'],
    token_endpoint_auth_methods_supported: ['none'],
    // Demanded of everybody, also of who has no authorization endpoint.
    code_challenge_methods_supported: ['S256'],
    scopes_supported: SERVED.map((served) => `user/${served.type}.${lettersOf(served)}`),
    capabilities: ['permission-user', 'permission-v2'],
  });
