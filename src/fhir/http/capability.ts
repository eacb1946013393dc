/** The CapabilityStatement: what the routing table says, in FHIR's words (hl7.org/fhir/R4/capabilitystatement.html). */

import type { Systems } from '../../db/systems';
import type { Deployment } from '../elements/datatypes';
import type { ServedType } from '../served-type';
import { ENTRIES_MAX } from './batch-entry';
import { FHIR_JSON } from './negotiation';

/** When the interface last changed. */
const DATE = '2026-11-29';

const SECURITY = 'http://terminology.hl7.org/CodeSystem/restful-security-service';

/** Of SMART App Launch 1.0, whose clients read no smart-configuration. */
const OAUTH_URIS = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris';

const COMBINATION = 'http://hl7.org/fhir/StructureDefinition/capabilitystatement-search-parameter-combination';

/** What a search may be asked for, with what it cannot do without: `_lastUpdated` by itself is no search of such a type. */
function searchOf({ parameters, demanded = [] }: ServedType) {
  const alone = Object.entries(parameters).filter(([name]) => name !== '_lastUpdated' || demanded.length === 0);
  const optional = Object.keys(parameters).filter((name) => !demanded.includes(name));
  return {
    searchParam: alone.map(([name, { type, documentation }]) => ({ name, type, documentation })),
    ...(demanded.length > 0 && {
      extension: demanded.map((name) => ({
        url: COMBINATION,
        extension: [
          { url: 'required', valueString: name },
          ...optional.map((other) => ({ url: 'optional', valueString: other })),
        ],
      })),
    }),
  };
}

function resourceOf(served: ServedType) {
  const { type, includes, search, writing } = served;
  const interactions = ['read', 'vread', search && 'search-type', writing && 'create', writing?.update && 'update'];
  return {
    type,
    interaction: interactions.filter(Boolean).map((code) => ({ code })),
    ...{ versioning: 'versioned', readHistory: false, updateCreate: false },
    conditionalRead: 'full-support',
    ...(writing && { conditionalCreate: true }),
    ...(Object.keys(includes).length > 0 && { searchInclude: Object.keys(includes).map((name) => `${type}:${name}`) }),
    ...(search && searchOf(served)),
    ...(type === 'Patient' && {
      operation: [{ name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' }],
    }),
  };
}

const listOf = (systems: Systems) =>
  Object.entries(systems)
    .map(([name, system]) => `- ${name}: ${system}`)
    .join('\n');

/** @param tokenEndpoint where programs get their tokens */
export const capabilityStatement = (
  { url, systems }: Deployment,
  tokenEndpoint: string,
  served: readonly ServedType[],
) => ({
  resourceType: 'CapabilityStatement',
  name: 'HospitalService',
  status: 'active',
  date: DATE,
  kind: 'instance',
  instantiates: ['http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data'],
  software: { name: 'hospital-service' },
  implementation: { description: 'FHIR R4 of the hospital service', url },
  fhirVersion: '4.0.1',
  format: [FHIR_JSON, 'json'],
  rest: [
    {
      mode: 'server',
      documentation: `Systems of this hospital's own identifiers and codes:\n\n${listOf(systems)}`,
      security: {
        extension: [{ url: OAUTH_URIS, extension: [{ url: 'token', valueUri: tokenEndpoint }] }],
        cors: true,
        service: [{ coding: [{ system: SECURITY, code: 'SMART-on-FHIR' }] }],
        description:
          'Bearer tokens: programs have them of POST /auth/token, as .well-known/smart-configuration says, people of POST /auth/login',
      },
      resource: served.map(resourceOf),
      interaction: [{ code: 'batch', documentation: `Creates, up to ${ENTRIES_MAX}` }],
      operation: [{ name: 'export', definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export' }],
    },
  ],
});
