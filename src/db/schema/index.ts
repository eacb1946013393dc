// By name where there is more: `extrasOf` calls every function that is exported here, and `holdsTime` is not for it.
export { appointment, appointmentRows } from './appointment';
export * from './catalog';
export * from './closures';
export * from './credit-note';
export * from './department';
export * from './deployment';
export * from './doctor';
export * from './doctor-hours';
export * from './export-job';
export * from './file';
export * from './identifier';
export * from './invoice';
export { patient, patientExtras, patientRows } from './patient';
export * from './patient-merge';
export * from './payment';
export * from './system';
export * from './trail';
export * from './user';
