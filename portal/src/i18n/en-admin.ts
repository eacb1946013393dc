import { locale } from './locale';
import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enAdmin = {
  admin: {
    title: 'Administration',
    people: 'Accounts, their roles, passwords and logins',
    doctors: 'Their records, working hours and leave',
    departments: 'Where doctors work and visits take place',
    prices: 'Services with their prices and taxes',
    closures: 'Holidays and whatever else keeps appointments from being made',
    audit: 'Who changed which record, and when',
    access: 'Who looked at a patient’s data, and when',
    settings: 'What the hospital has set, and what your role may do',
    filter: 'Search',
    shown: (shown: number, all: number) =>
      shown < all
        ? `${shown.toLocaleString(locale)} of ${all.toLocaleString(locale)} are shown: search for others.`
        : plural(all, { one: '# entry', other: '# entries' }),
    nothing: 'Nothing is found.',
    nothingYet: 'Nothing on this page. There may be something on the next.',
    change: 'Change',
    deleteIt: 'Delete',
    remove: 'Delete …',
  },

  /** accounts */
  people: {
    title: 'People',
    one: 'Account',
    filterHint: 'Name, e-mail or role',
    invite: 'Invite somebody',
    inviteHint: 'They get an account without a password. You get a link to send them, by which they set their own.',
    inviteHintMail: 'They get an account without a password, and a mail with a link by which they set their own.',
    inviteDoctor: 'A doctor with a calendar is added under Doctors, which makes the account, too.',
    inviteSubmit: 'Invite',
    name: 'Name',
    role: 'Role',
    state: 'State',
    since: 'Account since',
    username: 'Login name',
    taken: 'There is an account with this e-mail already.',
    active: 'Active',
    disabled: 'Disabled',
    invited: 'Has no password yet',
    factor: 'Second factor',
    own: 'This is you. Nobody can change their own role or disable their own account.',
    toOwn: 'Your password, logins and second factor are in your account.',
    changeRole: 'Change the role …',
    changeRoleTitle: (name: string) => `Role of ${name}`,
    changeRoleHint:
      'All logins of this account end, and they sign in again. What is open there now can still be used for up to an hour.',
    roleChanged: (role: string) => `The role is: ${role}.`,
    reset: 'Reset the password …',
    newLink: 'Make a new link …',
    resetTitle: 'Reset the password',
    resetHint:
      'The password and all logins of this account end at once. You get a link by which they set another one. See that it is really them who ask.',
    resetSubmit: 'Reset it',
    factorOff: 'Switch the second factor off …',
    factorOffTitle: 'Switch their second factor off',
    factorOffHint:
      'For somebody who has lost both phone and recovery codes: see that it is really them. All logins of this account end, and the password alone lets them in.',
    factorOffSubmit: 'Switch it off',
    factorIsOff: 'Their second factor is off.',
    disable: 'Disable …',
    disableTitle: 'Disable the account',
    disableHint:
      'They can no longer sign in, and all their logins end. What is open there now can still be used for up to an hour. Nothing they did is lost, and you can enable the account again.',
    disableSubmit: 'Disable it',
    wasDisabled: 'The account is disabled.',
    enable: 'Enable',
    wasEnabled: 'The account is enabled.',
    logins: 'Where they are signed in',
    changes: 'What they changed',
    changesOf: 'Changes of this account',
    link: {
      title: (name: string) => `Link for ${name}`,
      hint: (until: string) =>
        `Send it to them, and to nobody else: who has it sets the password. It works once, until ${until}, and is shown only now.`,
      mailed: (until: string) =>
        `A mail with this link is on its way to them. It works once, until ${until}. You may hand it over yourself, too, to them and to nobody else: who has it sets the password. It is shown only now.`,
      refused: 'The mail with this link could not be sent.',
      label: 'Link',
      copy: 'Copy the link',
      copied: 'The link is copied.',
      done: 'Done',
    },
  },

  settings: {
    title: 'Settings',
    hint: 'They are set where the service is deployed, each by the variable of that name. They cannot be changed here.',
    setting: 'Setting',
    value: 'Value',
    variable: 'Variable',
    hospitalName: 'Name of the hospital',
    hospitalAddress: 'Address on bills',
    currency: 'Currency',
    decimals: (count: number) => plural(count, { one: '# decimal', other: '# decimals' }),
    zone: 'Time zone',
    dateOrder: 'Dates in searches',
    orders: { 'day-month': 'Day first: 3/4 is 3 April', 'month-day': 'Month first: 3/4 is 4 March' },
    taxIncluded: 'Prices',
    withTax: 'Include the tax',
    withoutTax: 'Tax comes on top',
    taxId: 'Tax number',
    mail: 'Mails',
    mailOn: 'Sent by the service',
    mailOff: 'None',
    notSet: 'Not set',
    roles: 'Roles',
    yours: 'yours',
    permissions: 'What your role may do',
  },
};
