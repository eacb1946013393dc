// The own account and administration, which come together when the first of their pages is opened: they share forms and tables,
// and in two pieces they would weigh a quarter more.
export { AccountPage } from './account';
export { SecondFactorPage } from './account-factor';
export { Access } from './admin-access';
export { Audit } from './admin-audit';
export { DepartmentPage, NewDepartment } from './admin-department';
export { Departments } from './admin-departments';
export { DoctorPage, NewDoctor } from './admin-doctor';
export { Doctors } from './admin-doctors';
export { Hours } from './admin-hours';
export { Overview } from './admin-overview';
export { People } from './admin-people';
export { Person } from './admin-person';
export { NewPrice, PricePage } from './admin-price';
export { Prices } from './admin-prices';
export { ProgramPage } from './admin-program';
export { NewProgram } from './admin-program-new';
export { Programs } from './admin-programs';
export { NewRoom, RoomPage } from './admin-room';
export { Rooms } from './admin-rooms';
export { SettingsPage } from './admin-settings';
export { NewType, TypePage } from './admin-type';
export { Types } from './admin-types';
export { Closures } from './closures';
export { Enrol } from './enrol';
export { SetPassword } from './set-password';
