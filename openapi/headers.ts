import * as z from 'zod';
import type { Answer, EndpointSpec } from '../src/http/endpoint-spec';
import { namesParameters } from '../src/http/ignored-fields';
import type { JsonObject } from './json-schema';

interface Header {
  id: string;
  description: string;
  example: string;
}

/** Headers of answers that a client may want. What one means for an operation is declared there. */
export const HEADERS: Record<string, Header> = {
  'x-request-id': {
    id: 'RequestId',
    description: 'Names the request in the logs: as it was sent, otherwise a UUID',
    example: '0d6f4bb1-6c1c-4a35-8f0e-4f8f2d4f6c55',
  },
  'x-d1-bookmark': {
    id: 'Bookmark',
    description: 'Where the database was asked: what it has seen. Send it along to read your own writes',
    example: '00000001-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683',
  },
  'retry-after': { id: 'RetryAfter', description: 'Seconds to wait before the next attempt', example: '3' },
  'www-authenticate': {
    id: 'WwwAuthenticate',
    description: '`Bearer`, with the fault of the token that was sent (RFC 6750)',
    example: 'Bearer error="invalid_token", error_description="the token has expired"',
  },
  etag: { id: 'ETag', description: 'The version of the record', example: '"3"' },
  location: {
    id: 'Location',
    description: 'The address of what was created',
    example: 'https://hospital.example/patient/62c6f382-bde3-4403-85ce-0b9cace729a3',
  },
  link: {
    id: 'Link',
    description: 'Addresses that lead on (RFC 8288)',
    example: '<https://hospital.example/patient/?cursor=148>; rel="next"',
  },
  'x-search-approximate': {
    id: 'SearchApproximate',
    description: '`true` where nobody has the words that were searched for, and those who sound alike are answered',
    example: 'true',
  },
  'x-search-incomplete': {
    id: 'SearchIncomplete',
    description: '`true` where not every match of a search was counted, put in order or checked by a filter',
    example: 'true',
  },
  'preference-applied': {
    id: 'PreferenceApplied',
    description: 'That the answer is the full record, as `Prefer` asked for it',
    example: 'return=representation',
  },
  'x-ignored-fields': {
    id: 'IgnoredFields',
    description:
      'Where the body has fields that the operation does not take, up to 20 of them: paths, percent-encoded, `...` at the end ' +
      'where there are more',
    example: 'nickname, addresses.0.floor',
  },
  'x-ignored-parameters': {
    id: 'IgnoredParameters',
    description:
      'Where the query has parameters that the operation does not take, up to 20 of them: names, percent-encoded, `...` at the ' +
      'end where there are more',
    example: 'updated_since, sort',
  },
  'last-modified': {
    id: 'LastModified',
    description: 'When it was stored',
    example: 'Mon, 01 Mar 2027 08:12:00 GMT',
  },
  'accept-ranges': { id: 'AcceptRanges', description: 'In which unit parts can be asked for', example: 'bytes' },
  'content-range': { id: 'ContentRange', description: 'Which part it is', example: 'bytes 0-1023/48213' },
  'content-disposition': {
    id: 'ContentDisposition',
    description: 'Whether a browser shows it or saves it',
    example: 'inline',
  },
};

export const headerComponents = (): JsonObject =>
  Object.fromEntries(
    Object.values(HEADERS).map(({ id, description, example }) => [
      id,
      { description, schema: { type: 'string' }, example },
    ]),
  );

function referTo([name, description]: [name: string, description: string | undefined]): [string, JsonObject] {
  const header = HEADERS[name];
  if (!header) throw new Error(`${name} is not in HEADERS`);
  return [name, { $ref: `#/components/headers/${header.id}`, ...(description && { description }) }];
}

const COMMON = ['x-request-id', 'x-d1-bookmark'];
const BY_STATUS: Record<string, string[]> = {
  401: ['www-authenticate'],
  410: ['link'],
  416: ['content-range'],
  429: ['retry-after'],
  503: ['retry-after'],
};

/** Headers that an operation does not declare itself. */
export const headersOfStatus = (status: string | number): JsonObject =>
  Object.fromEntries([...COMMON, ...(BY_STATUS[status] ?? [])].map((name) => referTo([name, undefined])));

const isSuccess = (status: string) => status.startsWith('2');
const canPrefer = ({ header }: EndpointSpec) => header instanceof z.ZodObject && 'prefer' in header.shape;

/** Declared headers, and those of the status. */
export const headersOf = (spec: EndpointSpec, status: string, { headers = {} }: Answer): JsonObject => ({
  ...Object.fromEntries(Object.entries(headers).map(referTo)),
  ...(canPrefer(spec) && Object.fromEntries([referTo(['preference-applied', undefined])])),
  ...(isSuccess(status) && {
    ...(spec.json && Object.fromEntries([referTo(['x-ignored-fields', undefined])])),
    ...(namesParameters(spec) && Object.fromEntries([referTo(['x-ignored-parameters', undefined])])),
  }),
  ...headersOfStatus(status),
});
