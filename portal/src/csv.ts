import { type Failure, type ServiceError, type Success, type Unreachable, unwrap } from 'hospital-service-client';
import { locale } from './i18n/locale';

/** For the spreadsheets of the place whose numbers this page shows. */
export const asTable = () => ({ format: 'csv', locale }) as const;

/** As many as the service gives at once. */
export const CSV_ROWS = 1000;

type TableResult = Success<200, Blob> | Failure<number, ServiceError> | Unreachable;

/**
 * All pages of a list. Each has a first line of its own, of which the table needs one.
 * @param by what leads from page to page @param read a page, the first one or that at a place
 */
export async function wholeTable(
  by: 'cursor' | 'offset',
  read: (at: string | undefined) => Promise<TableResult>,
): Promise<Blob> {
  const parts: (Blob | string)[] = [];
  let at: string | undefined;
  do {
    const result = await read(at);
    const table = unwrap(result);
    parts.push(at ? withoutHead(await table.text()) : table);
    at = nextOf(result.response, by);
  } while (at);
  return new Blob(parts, { type: 'text/csv' });
}

const withoutHead = (table: string): string => table.slice(table.indexOf('\r\n') + 2);

/** Of a table the client does not know where the next page begins: the header does. */
function nextOf(response: Response | undefined, by: string): string | undefined {
  const [, next] = /<([^>]*)>;\s*rel="next"/.exec(response?.headers.get('link') ?? '') ?? [];
  return (next && new URL(next).searchParams.get(by)) || undefined;
}
