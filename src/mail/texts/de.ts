import type { Words } from './words';

export const de: Words = {
  automatic: 'Diese Nachricht wurde automatisch versendet.',
  ifNoButton: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse im Browser:',

  accounts: {
    invitation: {
      subject: 'Ihr neues Konto',
      heading: 'Für Sie wurde ein Konto angelegt',
      says: ['Wählen Sie das Passwort, mit dem Sie sich künftig anmelden. Der Link funktioniert einmal.'],
      notYou: [
        'Falls Sie diese Nachricht nicht erwartet haben, können Sie sie ignorieren: Solange das Konto kein Passwort hat, kann sich niemand damit anmelden.',
      ],
    },
    reset: {
      subject: 'Neues Passwort wählen',
      heading: 'Ihr Passwort wurde zurückgesetzt',
      says: [
        'Die Administration hat Ihr Passwort zurückgesetzt. Das alte gilt nicht mehr, und Sie wurden auf allen Geräten abgemeldet.',
        'Wählen Sie ein neues Passwort, um sich wieder anzumelden. Der Link funktioniert einmal.',
      ],
      notYou: [
        'Falls Sie nicht darum gebeten haben, fragen Sie bei der Administration nach, bevor Sie den Link benutzen.',
      ],
    },
    forgot: {
      subject: 'Neues Passwort wählen',
      heading: 'Neues Passwort wählen',
      says: [
        'Jemand, vermutlich Sie, möchte für Ihr Konto ein neues Passwort wählen. Das bisherige gilt, bis das geschehen ist; dann werden Sie auf allen Geräten abgemeldet.',
        'Der Link funktioniert einmal.',
      ],
      notYou: [
        'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren: Es hat sich nichts geändert. Kommt sie noch einmal, geben Sie der Administration Bescheid.',
      ],
    },
    emailChanged: {
      former: {
        subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
        heading: 'Ihre E-Mail-Adresse wurde geändert',
        says: [
          'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Ab jetzt melden Sie sich mit der neuen an, und Nachrichten zum Konto kommen nicht mehr an diese hier.',
        ],
        notYou: [
          'Falls Sie das nicht wollten, geben Sie der Administration sofort Bescheid: Möglicherweise ist jemand anderes in Ihr Konto gelangt.',
        ],
      },
      new: {
        subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
        heading: 'Dies ist jetzt die E-Mail-Adresse Ihres Kontos',
        says: ['Ab jetzt melden Sie sich mit dieser Adresse an, und Nachrichten zum Konto kommen hierher.'],
        notYou: [
          'Falls Sie davon nichts wissen, geben Sie bitte der Administration Bescheid: Vielleicht hat sich jemand bei der Adresse vertippt.',
        ],
      },
    },
    newDevice: {
      subject: 'Neue Anmeldung in Ihrem Konto',
      heading: 'Neue Anmeldung in Ihrem Konto',
      says: ['In Ihrem Konto hat sich jemand mit einem Gerät oder Browser angemeldet, der bisher nicht bekannt war.'],
      notYou: [
        'Waren Sie es selbst, ist nichts zu tun.',
        'Waren Sie es nicht, ändern Sie sofort Ihr Passwort, was alle anderen Geräte abmeldet, und geben Sie der Administration Bescheid.',
      ],
    },
    factorOff: {
      owner: {
        subject: 'Der zweite Faktor wurde ausgeschaltet',
        heading: 'Der zweite Faktor wurde ausgeschaltet',
        says: [
          'Jemand, der in Ihrem Konto angemeldet war, hat dessen zweiten Faktor ausgeschaltet. Zum Anmelden genügt jetzt das Passwort allein.',
        ],
        notYou: [
          'Falls Sie das nicht waren, ändern Sie sofort Ihr Passwort, schalten Sie den zweiten Faktor wieder ein und geben Sie der Administration Bescheid.',
        ],
      },
      admin: {
        subject: 'Der zweite Faktor wurde ausgeschaltet',
        heading: 'Der zweite Faktor wurde ausgeschaltet',
        says: [
          'Die Administration hat den zweiten Faktor Ihres Kontos ausgeschaltet. Zum Anmelden genügt jetzt das Passwort allein.',
          'Richten Sie ihn neu ein, sobald Sie Ihr Telefon zur Hand haben.',
        ],
        notYou: ['Falls Sie nicht darum gebeten haben, fragen Sie sofort bei der Administration nach.'],
      },
    },
    validUntil: 'Gültig bis',
    signedInAt: 'Zeit',
    choosePassword: 'Passwort wählen',
    openAccount: 'Mein Konto öffnen',
  },

  visits: {
    booked: {
      subject: (when) => `Ihr Termin: ${when}`,
      heading: 'Ihr Termin ist gebucht',
      says: 'Wir freuen uns auf Ihren Besuch.',
    },
    reminder: {
      subject: (when) => `Erinnerung an Ihren Termin: ${when}`,
      heading: 'Erinnerung an Ihren Termin',
      says: 'Wir erwarten Sie zur unten genannten Zeit.',
    },
    day: 'Tag',
    time: 'Zeit',
    place: 'Ort',
    doctor: 'Arzt/Ärztin',
    department: 'Abteilung',
    type: 'Termin',
    cannotCome:
      'Falls Sie nicht kommen können, geben Sie uns bitte rechtzeitig Bescheid, damit jemand anderes den Termin bekommt.',
    calendar: 'Öffnen Sie die angehängte Datei, um den Termin in Ihren Kalender einzutragen.',
    consented: 'Sie erhalten diese Nachricht, weil Sie Nachrichten zu Ihren Terminen zugestimmt haben.',
    unsubscribe: 'Keine E-Mails zu meinen Terminen mehr',
    summary: (clinic) => `Termin: ${clinic}`,
    summaryAlone: 'Termin in der Klinik',
    file: 'termin.ics',
    message: {
      booked: (when) => `Ihr Termin ist gebucht: ${when}.`,
      reminder: (when) => `Erinnerung an Ihren Termin: ${when}.`,
    },
  },
};
