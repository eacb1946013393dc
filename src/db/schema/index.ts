// By name, because every function exported here declares extras (extras.ts), and `holdsTime` declares none.
export { appointment } from './appointment';
export * from './catalog';
export * from './department';
export * from './doctor';
export * from './file';
export * from './invoice';
export * from './patient';
export * from './system';
export * from './user';
