import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enAccount = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    code: 'Code of your authenticator app',
    codeHint: 'Six digits, or one of your recovery codes',
    otherAccount: 'Use another account',
    replaced: (name: string) => `${name} has signed in in another tab, and is signed in here now, too.`,
    ended: 'Your session has ended. Sign in again to go on where you were.',
    noRole: 'Your account has no role yet. An administrator has to give it one, then sign in again.',
  },

  idle: {
    title: 'Are you still there?',
    warning:
      'Nobody has used this page for a while. In a minute you will be signed out. What you have typed stays here for when you sign in again.',
    stay: 'Stay signed in',
    signedOut: 'You were signed out, as nobody had used this page for a while.',
  },

  signUp: {
    link: 'Create an account',
    title: 'Create an account',
    name: 'Your name',
    passwordHint: 'Eight characters or more',
    submit: 'Create the account',
  },

  forgot: {
    link: 'Forgot your password?',
    title: 'Set a new password',
    hint: 'Type the e-mail of your account. You get a mail with a link by which you set another password. Until then the present one works.',
    submit: 'Send the link',
    sent: 'Look into your mailbox',
    sentHint: (email: string) =>
      `If an account has the e-mail ${email}, a link is on its way there. It works once, within an hour.`,
    nothing:
      'Nothing has come? Look among what was taken for spam. Otherwise ask an administrator: not every account gets such a mail.',
  },

  enrol: {
    title: 'Set up a second factor',
    why: 'The hospital demands one of your account. It takes a minute and an authenticator app on your phone.',
    begin: 'Begin',
    scan: 'Scan this with your authenticator app',
    qr: 'QR code for an authenticator app',
    secret: 'Without a camera, type this key into the app:',
    confirm: 'Switch it on',
    recovery: 'Your recovery codes',
    keep: 'Each of them lets you in once if you lose your phone. Write them down now: they are not shown again.',
    done: 'I have written them down',
  },

  /** What each role is for. */
  roles: {
    admin: {
      name: 'Administrator',
      does: 'Does everything but read doctors’ notes, gives accounts and roles, and reads who changed or saw what.',
    },
    staff: {
      name: 'Front desk and nursing',
      does: 'Looks after patients, appointments, files, invoices, doctors, departments and prices, but not accounts.',
    },
    doctor: {
      name: 'Doctor',
      does: 'Reads everything about patients, keeps their records, books appointments and signs notes; changes no invoices.',
    },
    billing: {
      name: 'Billing',
      does: 'Looks after invoices, payments, the cash report and prices; reads patients and appointments, but changes none.',
    },
    none: { name: 'No role', does: 'May sign in, and nothing else until an administrator gives another role.' },
  },

  account: {
    title: 'My account',
    of: (name: string) => `My account: ${name}`,
    you: 'Name and e-mail',
    ofRecord: 'Name and e-mail are kept by others: ask the front desk or an administrator to change them.',
    emailHint: 'You sign in with it from then on.',
    present: 'Present password',
    saved: 'Your account is saved.',
    mailLanguage: 'Language of mails',
    mailLanguageNone: 'That of the hospital',
    emailTaken: 'Another account has this e-mail already.',
    changePassword: 'Change the password',
    passwordHint: 'You stay signed in here. All other logins of your account end.',
    newPassword: 'New password',
    passwordChanged: 'The password is changed. Other logins have ended.',
    factor: 'Second factor',
    factorWhy: 'A code of an app on your phone, besides the password. Who learns your password alone does not get in.',
    factorOff: 'It is off.',
    factorOn: (since: string) => `It is on since ${since}.`,
    codesLeft: (count: number) =>
      plural(count, {
        one: '# recovery code is left.',
        other: '# recovery codes are left.',
      }),
    setUp: 'Set up …',
    setUpAnew: 'New phone or new recovery codes …',
    switchOff: 'Switch off …',
    switchOffTitle: 'Switch the second factor off',
    switchOffHint: 'Your password alone lets you in then. All other logins of your account end.',
    switchOffSubmit: 'Switch it off',
    switchedOff: 'The second factor is off.',
    switchedOn: 'The second factor is on. Other logins have ended.',
    enrolWhy: 'It takes a minute and an authenticator app on your phone. All other logins of your account end.',
    enrolAnew: 'The phone and the recovery codes of now work until you have confirmed the new ones.',
  },

  logins: {
    title: 'Where you are signed in',
    of: 'Logins',
    device: 'Device',
    unknownDevice: 'Unknown device',
    address: 'Network address',
    begun: 'Signed in',
    used: 'Last used',
    here: 'this one',
    none: 'Nobody is signed in.',
    actions: 'Actions',
    end: 'End',
    endOf: (device: string) => `End the login: ${device}`,
    ended: 'The login is ended.',
    endOthers: 'End all others …',
    endOthersTitle: 'End all other logins',
    endOthersHint:
      'On every other device you have to sign in again. What is open there can still be read for up to an hour.',
    endOthersSubmit: 'End them',
    othersEnded: 'All other logins are ended.',
    hint: 'You do not know one of them? End it, and change your password.',
  },

  setPassword: {
    title: 'Set your password',
    why: 'You were sent a link to this page. Choose the password by which you sign in from now on.',
    again: 'The same once more',
    differs: 'These two are not the same.',
    submit: 'Set the password',
    done: 'Your password is set',
    doneHint: 'Sign in with it. All earlier logins of your account have ended.',
    noToken: 'To set a password, open the link again that you were sent. It works once, and not for long.',
    signedIn: (name: string) =>
      `${name} is signed in here. The link may be for another account: that of ${name} stays as it is.`,
    signOutFirst: (name: string) => `Sign ${name} out and sign in`,
  },
};
