import { byId, reads, writes } from './budget.ts';
import type { Case, Operations } from './record.ts';

const files = (rows: number, query = ''): Case => ({
  budget: reads(rows + 15),
  request: ({ department }) => ({ path: `/static/?entity_id=${department.id}&limit=${rows}${query}` }),
});

export const file: Operations = {
  'POST /static/upload_file': {
    checksOwnParameters: true,
    cases: {
      // Looks for the entity in five tables, then in its own. Writes the row and its number, two indexes, the audit row
      // and its index.
      'a form': {
        budget: writes(1, 5, 6, { trips: 2, r2: 1 }),
        request: ({ patient, picture }) => {
          const body = new FormData();
          body.set('entity_id', patient.id);
          body.set('file', picture);
          return { body };
        },
      },
      'the body itself, with Idempotency-Key': {
        budget: writes(1, 6, 8, { trips: 2, r2: 1 }),
        request: async ({ patient, picture }) => ({
          path: `/static/upload_file?filename=scan.png&entity_id=${patient.id}`,
          body: await picture.arrayBuffer(),
          headers: { 'content-length': String(picture.size), 'idempotency-key': crypto.randomUUID() },
        }),
      },
    },
  },
  'GET /static/': {
    // Looks for the entity in five tables, then reads the page from an index. The department has many files.
    cases: {
      '10 rows': files(10),
      '100 rows': files(100),
      'of a patient': {
        budget: reads(25),
        request: ({ patient }) => ({ path: `/static/?entity_id=${patient.id}&limit=10` }),
      },
      'the deleted ones': files(10, '&deleted=true'),
    },
  },
  'GET /static/{file_path}': {
    as: null,
    checksOwnParameters: true,
    cases: {
      // While the nearest replica lacks the row, there is a second trip, to the primary: test/http/bookmarks.test.ts.
      'the whole file': {
        budget: { ...byId, r2: 1 },
        request: ({ file }) => ({ path: new URL(file.url).pathname }),
      },
    },
  },
  'DELETE /static/delete_file/{file_id}': {
    repeated: 404,
    cases: {
      'by id': {
        // Writes the row, its index of deleted ones, the audit row and its index.
        budget: writes(0, 7, 4),
        request: async ({ newFile }) => ({ path: `/static/delete_file/${(await newFile()).id}` }),
      },
    },
  },
};
