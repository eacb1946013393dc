// What the readers of the formats take and give.

export interface SourceRecord {
  line: number;
  /** CSV: texts by column; NDJSON: the members */
  cells: Record<string, unknown>;
  /** undefined: it can be read */
  fault?: { type: string; msg: string };
}

/** Of a file; it begins where a record may. */
export interface Part {
  text: string;
  /** `\n` also where `\r` stands before it */
  lineEnd: '\n' | '\r';
  /** The file ends with it, and so the last record. */
  isLast: boolean;
}

export interface Found {
  /** Those that are whole, but for blank ones. A record's text goes from `begin` to `end`, its line's end included. */
  records: (Omit<SourceRecord, 'line'> & { begin: number; end: number })[];
  /** behind all that is whole, blank or not */
  end: number;
}
