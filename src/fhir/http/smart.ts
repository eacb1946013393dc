/** How a program gets a token (hl7.org/fhir/smart-app-launch/conformance.html). There is no authorization endpoint: people log in. */
import { CLIENT_ROLE, ROLE_PERMISSIONS } from '../../auth/permissions';
import { type AppContext, baseUrl } from '../../http/context';
import { ALGORITHMS } from '../../resources/auth/clients/rules';
import { scopesFor } from '../../scopes';

export const tokenEndpoint = (c: AppContext) => `${baseUrl(c)}/auth/token`;

export const answerSmartConfiguration = (c: AppContext) =>
  c.json({
    token_endpoint: tokenEndpoint(c),
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: Object.values(ALGORITHMS),
    // Demanded of everybody, also of who has no authorization endpoint.
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['system/*.rs', ...scopesFor(ROLE_PERMISSIONS[CLIENT_ROLE])],
    capabilities: ['client-confidential-asymmetric', 'client-confidential-symmetric', 'permission-v1', 'permission-v2'],
  });
