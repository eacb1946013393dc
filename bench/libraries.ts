// A Worker that imports what the service imports from its libraries, and does nothing with it: what of the service's
// start-up is the libraries' own.
import { zValidator } from '@hono/zod-validator';
import {
  and,
  asc,
  Column,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  fillPlaceholders,
  getTableColumns,
  getTableName,
  gte,
  inArray,
  isNull,
  lt,
  not,
  sql,
} from 'drizzle-orm';
import {
  alias,
  BaseSQLiteDatabase,
  index,
  integer,
  primaryKey,
  real,
  SQLiteAsyncDialect,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError, JWKSNoMatchingKey, JWTExpired } from 'jose/errors';
import * as z from 'zod';

/** Named, so that the bundler keeps them. */
const parts = [
  [zValidator],
  [and, asc, Column, count, countDistinct, desc, eq, exists, fillPlaceholders, getTableColumns, getTableName, gte],
  [inArray, isNull, lt, not, sql],
  [alias, BaseSQLiteDatabase, index, integer, primaryKey, real, SQLiteAsyncDialect, sqliteTable, text, uniqueIndex],
  [Hono, deleteCookie, getCookie, setCookie, cors, createMiddleware, HTTPException],
  [jwtVerify, SignJWT, JOSEError, JWKSNoMatchingKey, JWTExpired],
  [z.array, z.boolean, z.enum, z.file, z.globalRegistry, z.guid, z.int, z.iso.datetime, z.literal, z.null, z.number],
  [z.object, z.preprocess, z.refine, z.string, z.toJSONSchema, z.union, z.uuid, z.ZodObject, z.ZodType],
];

export default { fetch: () => new Response(String(parts.flat().length)) };
