// The pages of the own account, which come together when the first of them is opened.
export { AccountPage } from './account';
export { SecondFactorPage } from './account-factor';
export { Enrol } from './enrol';
export { SetPassword } from './set-password';
