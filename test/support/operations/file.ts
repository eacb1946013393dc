import type { Case, Operations } from './record.ts';

const files = (rows: number, query = ''): Case => ({
  request: ({ department }) => ({ path: `/static/?entity_id=${department.id}&limit=${rows}${query}` }),
});

export const file: Operations = {
  'POST /static/upload_file': {
    checksOwnParameters: true,
    cases: {
      'a form': {
        request: ({ patient, picture }) => {
          const body = new FormData();
          body.set('entity_id', patient.id);
          body.set('file', picture);
          return { body };
        },
      },
      'the body itself, with Idempotency-Key': {
        request: async ({ patient, picture }) => ({
          path: `/static/upload_file?filename=scan.png&entity_id=${patient.id}`,
          body: await picture.arrayBuffer(),
          headers: { 'content-length': String(picture.size), 'idempotency-key': crypto.randomUUID() },
        }),
      },
    },
  },
  'GET /static/': {
    cases: {
      '10 rows': files(10),
      '100 rows': files(100),
      'of a patient': { request: ({ patient }) => ({ path: `/static/?entity_id=${patient.id}&limit=10` }) },
      'the deleted ones': files(10, '&deleted=true'),
    },
  },
  'GET /static/{file_path}': {
    as: null,
    checksOwnParameters: true,
    cases: {
      // While the nearest replica lacks the row, there is a second trip, to the primary: test/http/bookmarks.test.ts.
      'the whole file': { request: ({ file }) => ({ path: new URL(file.url).pathname }) },
    },
  },
  'DELETE /static/delete_file/{file_id}': {
    repeated: 404,
    cases: {
      'by id': { request: async ({ newFile }) => ({ path: `/static/delete_file/${(await newFile()).id}` }) },
    },
  },
};
