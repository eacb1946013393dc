/** What each file of resources/ says of its type. */
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type * as z from 'zod';
import type { Actor, ServiceContext } from '../context';
import type { Database } from '../db/client';
import type { Fields } from '../db/fields';
import type { Idempotency } from '../db/idempotency';
import type { Query } from '../db/query';
import type { Fault } from '../errors';
import type { FhirType } from '../fhir-types';
import type { AppContext } from '../http/context';
import type { Deployment, Resource } from './elements/datatypes';
import type { Parameters, SearchRequest } from './search/condition';

/** What every row has, whatever its table. */
export interface RowMeta {
  id: string;
  version: number;
  updated_at: number;
  deleted_at: number | null;
}

/** What the access log has of a resource that was shown (routes.ts); undefined of types that show no patient. */
export interface Access {
  id: string;
  /** its patient, whom a list has to name; null where there is none, as of a department's file */
  of: string | null;
}

/** A resource, as it is found. */
export interface Found {
  resource: Resource;
  json: string;
  version: number;
  /** epoch milliseconds */
  updated_at: number;
  access?: Access | undefined;
  /** of the page that begins behind it, in a search */
  cursor?: string;
}

export const found = (resource: Resource, of: Omit<Found, 'resource' | 'json'>): Found => ({
  ...of,
  resource,
  json: JSON.stringify(resource),
});

/** A type whose resources are rows of a table. */
export interface StoredType<Row extends RowMeta = RowMeta> {
  type: FhirType;
  table: SQLiteTable & { seq: SQLiteColumn; id: SQLiteColumn; updated_at?: SQLiteColumn };
  /** with those of `RowMeta` */
  fields: Fields;
  /** of the rows that are listed */
  live: SQL;
  /** of those that are read, where these are more */
  readable?: SQL;
  /** which of them an account sees, where that is not all; an export has those that everybody sees. @param reader its id, or '' */
  seenBy?(reader: SQLWrapper): SQL;
  /** left out where none is ever deleted */
  deletions?: Deletions;
  /** how many rows a page looks at, where that is less than of others: to know which are live, others are read, too */
  scan?: number;
  /** whether there are so few that a page looks through all of them for what SQL cannot tell */
  isFew?: true;
  /** the column of `updated_at`, where it has an index, or is not one of that name */
  updated?: SQLiteColumn;
  // Methods, so that a type of one kind of row is a type.
  toFhir(row: Row, deployment: Deployment): Resource;
  access?(row: Row): Access;
  parameters: Parameters;
  /** `_include`s by parameter: the types that they bring, and the columns of their ids */
  includes?: Readonly<Record<string, { to: FhirType; column: SQLiteColumn }>>;
  /** elements that R4 demands, which `_elements` cannot leave out */
  mandatory: readonly string[];
}

export interface SearchPage {
  matches: Found[];
  included: Found[];
  /** where the next page begins; null on the last */
  next: string | null;
}

/** A search that is still to be sent, so that several can go together. */
export interface Prepared<Read = unknown> {
  query: Query<Read>;
  /** what came back, as a page */
  page(read: Read): SearchPage | Promise<SearchPage>;
}

/** What an export reads at once. */
export interface ExportPage {
  /** JSON of resources */
  lines: string[];
  /** where the next page begins; null on the last */
  next: string | null;
}

/** In epoch milliseconds: what was changed since, or all; and until when what was deleted is named. */
export interface ExportedTime {
  since: number | null;
  until: number;
}

export type ReadExport = (
  database: Database,
  deployment: Deployment,
  cursor: string | null,
  time: ExportedTime,
) => Promise<ExportPage>;

export interface Written {
  found: Found;
  /** what of the resource that was sent has no place (elements/left-out.ts) */
  leftOut: Fault[];
}

/** Which rows of a table were deleted, and when. */
export interface Deletions {
  at: SQLWrapper;
  /** where an index has the deleted rows alone; else all are looked at */
  index?: { rows: SQL; key: SQLiteColumn };
}

/** Writes of a type, of which two have any. */
export interface Writing<Sent = unknown> {
  schema: z.ZodType<Sent>;
  /** @param isLenient whether what has no place is left out; else it is refused */
  create(
    ctx: ServiceContext,
    deployment: Deployment,
    sent: Sent,
    isLenient: boolean,
    idempotency: Idempotency | null,
  ): Promise<Written>;
  /** @param if_version null: any */
  update?(
    ctx: ServiceContext,
    deployment: Deployment,
    sent: Sent,
    isLenient: boolean,
    id: string,
    if_version: number | null,
  ): Promise<Written>;
}

export type Updating = Writing & Required<Pick<Writing, 'update'>>;

/** What the routes ask of a type. */
export interface ServedType {
  type: FhirType;
  parameters: Parameters;
  /** types that `_include`s bring, by name: `patient` for `Appointment:patient` */
  includes: Readonly<Record<string, FhirType>>;
  /** elements that R4 demands, which `_elements` cannot leave out */
  mandatory: readonly string[];
  /** parameters of which a search needs one */
  demanded?: readonly string[];
  /** @throws FhirError 404, 410 */
  read(ctx: ServiceContext, deployment: Deployment, id: string): Promise<Found>;
  /** instead of what was read, where that is not always JSON */
  answer?(c: AppContext, deployment: Deployment, id: string): Promise<Response>;
  /** left out where the type is only read */
  search?(ctx: ServiceContext, deployment: Deployment, request: SearchRequest): Promise<SearchPage>;
  /** the same search, unsent, where it is one query; undefined where nothing can meet it */
  prepare?(deployment: Deployment, request: SearchRequest, actor: Actor | null): Prepared | undefined;
  writing?: Writing;
  /** left out where the type is no part of an export */
  export?: ReadExport;
  /** Bundles of those that were deleted; left out where none ever is */
  exportDeleted?: ReadExport;
}
