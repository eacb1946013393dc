import { createHospital, type Hospital } from 'hospital-service-client';

export const hospital: Hospital = createHospital({ baseUrl: '/' });
export const id = '';
export const byId = { params: { path: { id } } };

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** Compiles where both are exactly the same type. */
export const same = <A, B>(_: Same<A, B>) => undefined;
