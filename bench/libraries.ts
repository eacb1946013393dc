// A Worker that imports from the libraries what the service imports, and does nothing with it: how much of the service's
// startup is the libraries' own.
import { tzOffset } from '@date-fns/tz/tzOffset';
import { zValidator } from '@hono/zod-validator';
import * as drizzle from 'drizzle-orm';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { Hono } from 'hono';
import * as cookie from 'hono/cookie';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { jwtVerify, SignJWT } from 'jose';
import { JOSEError, JWKSNoMatchingKey, JWTExpired } from 'jose/errors';
import * as z from 'zod';

/** Named, so that the bundler keeps them: of a namespace it keeps what is named. */
const parts = [
  [
    Hono,
    cookie.deleteCookie,
    cookie.getCookie,
    cookie.setCookie,
    cors,
    createMiddleware,
    HTTPException,
    tzOffset,
    zValidator,
  ],
  [jwtVerify, SignJWT, JOSEError, JWKSNoMatchingKey, JWTExpired],
  [
    z.array,
    z.boolean,
    z.coerce.string,
    z.enum,
    z.file,
    z.globalRegistry,
    z.int,
    z.iso.datetime,
    z.literal,
    z.null,
    z.number,
  ],
  [z.object, z.preprocess, z.refine, z.string, z.toJSONSchema, z.union, z.uuid, z.ZodDefault, z.ZodObject, z.ZodType],
  [drizzle.and, drizzle.asc, drizzle.Column, drizzle.count, drizzle.countDistinct, drizzle.desc, drizzle.eq],
  [drizzle.exists, drizzle.fillPlaceholders, drizzle.getTableColumns, drizzle.getTableName, drizzle.gte],
  [drizzle.inArray, drizzle.isNull, drizzle.lt, drizzle.not, drizzle.sql],
  [sqlite.alias, sqlite.BaseSQLiteDatabase, sqlite.SQLiteAsyncDialect, sqlite.sqliteTable, sqlite.primaryKey],
  [sqlite.index, sqlite.uniqueIndex, sqlite.integer, sqlite.real, sqlite.text],
];

export default { fetch: () => new Response(String(parts.flat().length)) };
