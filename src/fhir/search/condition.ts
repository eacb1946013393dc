/** What a search asks for, in words from which statement.ts makes SQL. */
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Criterion } from '../../rules/search/criterion';
import type { Deployment, Resource } from '../elements/datatypes';

export type Value = string | number;

/** How rows are found by an index, instead of being looked at one by one. */
export type Access =
  /** `where` finds a handful of rows by itself; `rows` are those that it looks among, where these are not the live ones */
  | { way: 'few'; rows?: SQL | undefined }
  /** the table's full-text index (src/db/search.ts) */
  | { way: 'match'; criteria: readonly Criterion[] }
  /**
   * one of the values in one of the columns, each with an index that goes on with `key`, or else with `seq`; `patient` is the
   * one of these columns in which patients are looked for
   */
  | {
      way: 'equal';
      columns: readonly SQLiteColumn[];
      values: readonly Value[];
      key: SQLiteColumn | undefined;
      patient?: SQLiteColumn | undefined;
    }
  /** from a value on, before another one; `isWide` where `where` chooses among them, as there are gaps */
  | { way: 'range'; key: SQLiteColumn; from: Value; until: Value; isWide?: true };

/** A record that a search asks about. */
export interface Asked {
  /** undefined where the id may be that of several types */
  type: string | undefined;
  /** a UUID: nothing else that was sent goes into the access log */
  id: string;
}

export interface Condition {
  /** names the SQL of `where`: two conditions of one shape differ in their value alone */
  shape: string;
  value: Value;
  /** undefined where the access, or `refine`, says all */
  where?: (value: SQLWrapper) => SQL;
  access?: Access;
  /** how many alternatives are compared with each row, or each resource; 1 where it is not said */
  alternatives?: number;
  /** how many ids or identifiers are looked up, each once */
  named?: number;
  /** what SQL cannot tell */
  refine?: (resource: Resource) => boolean;
  /** what is referred to, for the access log: patients, and records that have one */
  asked?: readonly Asked[];
}

export type ParameterType = 'string' | 'token' | 'date' | 'reference' | 'uri';

/** A search parameter of a type. */
export interface Parameter {
  type: ParameterType;
  /** for the CapabilityStatement */
  documentation: string;
  modifiers?: readonly string[];
  /**
   * @param or alternatives, escaped as they were sent
   * @returns null where nothing can meet it
   * @throws MalformedValue
   */
  condition: (or: readonly string[], deployment: Deployment, modifier: string | undefined) => Condition | null;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** A search as it was sent, read by what its type declares. */
export interface SearchRequest {
  conditions: Condition[];
  /** whether a parameter has a value that nothing can have */
  isEmpty: boolean;
  count: number;
  cursor: string | undefined;
  /** undefined: all */
  elements: Set<string> | undefined;
  /** parameters by which to include */
  includes: string[];
  /** parameters that took effect, as sent */
  used: [name: string, value: string][];
  /** names of those that did not */
  passed: Set<string>;
}
