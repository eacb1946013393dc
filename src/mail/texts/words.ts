/** All words of letters in one language. No sentence has a name within it, which no language would have to bend. */
export interface Words {
  /** at the end of each letter */
  automatic: string;
  /** above the address that the button leads to */
  ifNoButton: string;
  accounts: Accounts;
  visits: Visits;
}

interface Said {
  subject: string;
  heading: string;
  says: readonly string[];
  /** what to do if it was not you */
  notYou: readonly string[];
}

interface Accounts {
  invitation: Said;
  reset: Said;
  forgot: Said;
  emailChanged: { former: Said; new: Said };
  newDevice: Said;
  factorOff: { owner: Said; admin: Said };
  /** labels of facts and buttons */
  validUntil: string;
  signedInAt: string;
  choosePassword: string;
  openAccount: string;
}

interface Visits {
  booked: { subject: (when: string) => string; heading: string; says: string };
  reminder: { subject: (when: string) => string; heading: string; says: string };
  /** labels of facts */
  day: string;
  time: string;
  place: string;
  doctor: string;
  department: string;
  type: string;
  cannotCome: string;
  calendar: string;
  consented: string;
  unsubscribe: string;
  /** in a calendar, and the name of its file */
  summary: (clinic: string) => string;
  summaryAlone: string;
  file: string;
  message: { booked: (when: string) => string; reminder: (when: string) => string };
}
