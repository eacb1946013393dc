export type { Middleware } from 'openapi-fetch';
export { appointmentOf, holdOf } from './booking.ts';
export { createHospital } from './client.ts';
export * from './constants.ts';
export { type Dialable, dialable } from './dialable.ts';
export { faultsByField, HospitalError, unwrap } from './errors.ts';
export type { RetryOptions } from './exchange.ts';
export type { Hospital, HospitalOptions, Me, UploadOptions } from './hospital.ts';
export type { SessionChange, SignedOutReason } from './keeper.ts';
export { conflictsOf, duplicatesOf, etagOf, type Page, pageOf } from './pages.ts';
export { type ClientCredentials, clientCredentials, type PrivateJwk } from './program.ts';
export type {
  AnyResult,
  DataOfResult,
  ErrorCode,
  Failure,
  Fault,
  ItemOf,
  ListPaths,
  Result,
  ResultOf,
  ServiceError,
  Success,
  Unreachable,
} from './results.ts';
export {
  type BrowserSessionOptions,
  browserSession,
  memorySession,
  type Session,
  type SessionStore,
} from './session.ts';
export { appointmentStatusOf } from './status.ts';
export type {
  ArgumentsOf,
  CallOptions,
  components,
  Event,
  EventType,
  Method,
  OptionsOf,
  PathsOf,
  Permission,
  paths,
  Schema,
  WebhookEvent,
} from './types.ts';
