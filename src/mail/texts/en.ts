import type { Words } from './words';

export const en: Words = {
  automatic: 'This message was sent automatically.',
  ifNoButton: 'If the button does not work, open this address in your browser:',

  accounts: {
    invitation: {
      subject: 'Your new account',
      heading: 'An account has been created for you',
      says: ['Choose the password that you will sign in with. The link works once.'],
      notYou: [
        'If you were not expecting this message, you can ignore it: nobody can sign in to the account until it has a password.',
      ],
    },
    reset: {
      subject: 'Choose a new password',
      heading: 'Your password has been reset',
      says: [
        'An administrator has reset your password. The old one no longer works, and you have been signed out everywhere.',
        'Choose a new password to sign in again. The link works once.',
      ],
      notYou: ['If you did not ask for this, check with an administrator before you use the link.'],
    },
    forgot: {
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      says: [
        'Somebody, presumably you, asked to choose a new password for your account. The present one works until you do; then you will be signed out everywhere.',
        'The link works once.',
      ],
      notYou: [
        'If it was not you, you can ignore this message: nothing has changed. If it comes again, tell an administrator.',
      ],
    },
    emailChanged: {
      former: {
        subject: 'The e-mail address of your account has changed',
        heading: 'Your e-mail address has changed',
        says: [
          'Your account now has another e-mail address. You sign in with the new one from now on, and messages about the account no longer come to this one.',
        ],
        notYou: [
          'If you did not want this, tell an administrator at once: somebody else may have got into your account.',
        ],
      },
      new: {
        subject: 'The e-mail address of your account has changed',
        heading: 'This is now the e-mail address of your account',
        says: ['You sign in with this address from now on, and messages about the account come here.'],
        notYou: ['If you know nothing about it, please tell an administrator: the address may have been mistyped.'],
      },
    },
    newDevice: {
      subject: 'New sign-in to your account',
      heading: 'New sign-in to your account',
      says: ['Somebody has signed in to your account from a device or browser that was not known.'],
      notYou: [
        'If it was you, there is nothing to do.',
        'If it was not you, change your password at once, which signs out all other devices, and tell an administrator.',
      ],
    },
    factorOff: {
      owner: {
        subject: 'The second factor has been switched off',
        heading: 'The second factor has been switched off',
        says: [
          'The second factor of your account was switched off by somebody who was signed in to it. From now on the password alone is enough to sign in.',
        ],
        notYou: [
          'If it was not you, change your password at once, switch the second factor on again, and tell an administrator.',
        ],
      },
      admin: {
        subject: 'The second factor has been switched off',
        heading: 'The second factor has been switched off',
        says: [
          'An administrator has switched off the second factor of your account. From now on the password alone is enough to sign in.',
          'Set it up again as soon as you have your phone at hand.',
        ],
        notYou: ['If you did not ask for this, check with an administrator at once.'],
      },
    },
    validUntil: 'Valid until',
    signedInAt: 'Time',
    choosePassword: 'Choose a password',
    openAccount: 'Open my account',
  },

  visits: {
    booked: {
      subject: (when) => `Your visit: ${when}`,
      heading: 'Your visit is booked',
      says: 'We look forward to seeing you.',
    },
    reminder: {
      subject: (when) => `Reminder of your visit: ${when}`,
      heading: 'A reminder of your visit',
      says: 'We are expecting you at the time below.',
    },
    day: 'Day',
    time: 'Time',
    place: 'Place',
    doctor: 'Doctor',
    department: 'Department',
    type: 'Visit',
    cannotCome: 'If you cannot come, please let us know in good time, so that somebody else can be seen.',
    calendar: 'Open the attached file to add the visit to your calendar.',
    consented: 'You receive this message because you agreed to messages about your visits.',
    unsubscribe: 'Stop mails about my visits',
    summary: (clinic) => `Visit: ${clinic}`,
    summaryAlone: 'Visit to the clinic',
    file: 'visit.ics',
    message: {
      booked: (when) => `Your visit is booked: ${when}.`,
      reminder: (when) => `Reminder of your visit: ${when}.`,
    },
  },
};
