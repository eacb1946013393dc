import type { Prepared } from './importers/importer';
import type { SourceRecord } from './reading/found';
import type { Compared } from './same';

/** A row that can be read, on its way to become a record. */
export interface Row {
  /** of the file, from 0 on */
  record: number;
  source: SourceRecord;
  prepared: Prepared;
  person: Compared | null;
}
