import { input } from '../input.ts';
import type { Operations } from './record.ts';

const FILE = 'Name,Code,Nr\r\nWard,W,1\r\n';
const { entity: _, format: __, source: ___, encoding: ____, ...settings } = input.import();

/** Files of another system. What is on record of one is its end, and what it has made. */
export const imports: Operations = {
  'POST /imports/': {
    as: 'admin',
    leavesNoTrail: true,
    body: () => input.import(),
    cases: { 'an import': {} },
  },
  'GET /imports/': { as: 'admin', cases: { 'all of them': {} } },
  'GET /imports/{id}': {
    as: 'admin',
    cases: { 'with a file': { request: async ({ newImport }) => ({ path: await newImport() }) } },
  },
  'PATCH /imports/{id}': {
    as: 'admin',
    leavesNoTrail: true,
    body: () => settings,
    cases: { 'all that it has': { isOnce: true, request: async ({ newImport }) => ({ path: await newImport() }) } },
  },
  'PUT /imports/{id}/file': {
    as: 'admin',
    leavesNoTrail: true,
    cases: {
      'in the place of another one': {
        isOnce: true,
        request: async ({ newImport }) => ({
          path: `${await newImport()}/file`,
          body: FILE,
          headers: { 'content-length': String(FILE.length) },
        }),
      },
    },
  },
  'GET /imports/{id}/preview': {
    as: 'admin',
    cases: { 'of a row': { request: async ({ newImport }) => ({ path: `${await newImport()}/preview` }) } },
  },
  'POST /imports/{id}/run': {
    as: 'admin',
    leavesNoTrail: true,
    repeated: 409,
    body: () => ({ dry_run: true }),
    cases: { 'a dry run': { request: async ({ newImport }) => ({ path: `${await newImport()}/run` }) } },
  },
  'GET /imports/{id}/rows': {
    as: 'admin',
    cases: { 'of no run': { request: async ({ newImport }) => ({ path: `${await newImport()}/rows` }) } },
  },
  'DELETE /imports/{id}': {
    as: 'admin',
    leavesNoTrail: true,
    repeated: 404,
    cases: { 'with its file': { request: async ({ newImport }) => ({ path: await newImport() }) } },
  },
};
