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
};
