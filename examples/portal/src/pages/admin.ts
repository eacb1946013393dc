// The pages under Administration, which come together when the first of them is opened.
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
export { SettingsPage } from './admin-settings';
