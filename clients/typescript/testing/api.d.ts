/** What `npm run types` checks the implementation against, and what a portal's tests import. */

export type Role = 'admin' | 'staff' | 'doctor' | 'billing' | 'none';

export interface TestAccount {
  email: string;
  password: string;
  role: Role;
  full_name?: string;
}

export interface TestHospitalOptions {
  /** By default one of each role, as `staff@hospital.test` with `TEST_PASSWORD` */
  accounts?: readonly TestAccount[];
  /** Milliseconds since 1970: what time it is */
  now?: () => number;
  /** IANA name, UTC by default */
  timeZone?: string;
  /** ISO 4217, USD by default */
  currency?: string;
  /** Whether a doctor may have two appointments at a time, as by default they may */
  doubleBooking?: 'allow' | 'reject';
}

export interface TestHospital {
  /** For `createHospital({ baseUrl: 'http://hospital.test', fetch })` */
  fetch: (request: Request) => Promise<Response>;
}

export declare const TEST_PASSWORD: string;

/** A hospital in memory, empty but for its accounts. What it does not know is refused with 501, not made up. */
export declare function createTestHospital(options?: TestHospitalOptions): TestHospital;
