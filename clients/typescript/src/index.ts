export { createHospital } from './client.ts';
export { HospitalError, unwrap } from './errors.ts';
export type { RetryOptions } from './exchange.ts';
export type { Hospital, HospitalOptions, UploadOptions } from './hospital.ts';
export type { SignedOutReason } from './keeper.ts';
export { etagOf, type Page, pageOf } from './pages.ts';
export {
  type BrowserSessionOptions,
  browserSession,
  memorySession,
  type Session,
  type SessionStore,
} from './session.ts';
export type {
  AnyResult,
  CallOptions,
  components,
  Failure,
  Fault,
  ItemOf,
  paths,
  Result,
  Schema,
  ServiceError,
  Success,
  Unreachable,
} from './types.ts';
