import { failureOf, log } from '../log';
import { recordShown } from './access';
import type { AppContext } from './context';
import { answerJson } from './representation';

interface Page {
  data: unknown[];
}

/** The JSON of a page, in parts that are made when they are asked for. */
async function* jsonOf<P extends Page>(c: AppContext, { data, ...page }: P, rest: AsyncIterable<P['data']>) {
  const encoder = new TextEncoder();
  const elements = (rows: P['data']) => rows.map((row) => JSON.stringify(row)).join();
  yield encoder.encode(`${JSON.stringify(page).slice(0, -1)},"data":[${elements(data)}`);
  try {
    for await (const rows of rest) {
      if (rows.length === 0) continue;
      recordShown(c, { data: rows });
      yield encoder.encode(`,${elements(rows)}`);
    }
  } catch (error) {
    // The status is sent: that the answer breaks off tells the client.
    log('error', 'page_broken_off', { request_id: c.get('requestId'), ...failureOf(error) });
    throw error;
  }
  yield encoder.encode(']}');
}

/** Answers a page. The rows that are too many to be held at once are read, and sent, part by part. */
export function answerPage<P extends Page>(c: AppContext, page: P, rest?: AsyncIterable<P['data']>) {
  if (!rest) return answerJson(c, page);
  recordShown(c, page);
  const parts = jsonOf(c, page, rest);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await parts.return()),
    },
    // Nothing is read before somebody takes it: an answer to HEAD is taken by nobody.
    { highWaterMark: 0 },
  );
  return c.body(body, 200, { 'content-type': 'application/json' });
}
