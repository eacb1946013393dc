import type { enAccount } from './en-account';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deAccount: typeof enAccount = {
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    code: 'Code Ihrer Authenticator-App',
    codeHint: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes',
    otherAccount: 'Anderes Konto verwenden',
    replaced: (name) => `${name} hat sich in einem anderen Tab angemeldet und ist nun auch hier angemeldet.`,
    ended: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an, um dort weiterzuarbeiten, wo Sie waren.',
    noRole:
      'Ihr Konto hat noch keine Rolle. Die Administration muss Ihnen eine zuweisen; melden Sie sich danach erneut an.',
  },

  idle: {
    title: 'Sind Sie noch da?',
    warning:
      'Diese Seite wurde seit einer Weile nicht benutzt. In einer Minute werden Sie abgemeldet. Ihre Eingaben bleiben erhalten, bis Sie sich wieder anmelden.',
    stay: 'Angemeldet bleiben',
    signedOut: 'Sie wurden abgemeldet, weil die Seite eine Weile nicht benutzt wurde.',
  },

  signUp: {
    link: 'Konto anlegen',
    title: 'Konto anlegen',
    name: 'Ihr Name',
    passwordHint: 'Mindestens acht Zeichen',
    submit: 'Konto anlegen',
  },

  forgot: {
    link: 'Passwort vergessen?',
    title: 'Neues Passwort festlegen',
    hint: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten eine E-Mail mit einem Link, mit dem Sie ein neues Passwort festlegen. Bis dahin gilt das bisherige.',
    submit: 'Link senden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentHint: (email) =>
      `Wenn ein Konto die E-Mail-Adresse ${email} hat, ist ein Link dorthin unterwegs. Er gilt einmal, eine Stunde lang.`,
    nothing:
      'Nichts angekommen? Sehen Sie im Spamordner nach. Fragen Sie sonst die Administration: Nicht jedes Konto erhält eine solche E-Mail.',
  },

  enrol: {
    title: 'Zweiten Faktor einrichten',
    why: 'Das Krankenhaus schreibt ihn für Ihr Konto vor. Sie brauchen eine Minute und eine Authenticator-App auf Ihrem Telefon.',
    begin: 'Beginnen',
    scan: 'Scannen Sie diesen Code mit Ihrer Authenticator-App',
    qr: 'QR-Code für eine Authenticator-App',
    secret: 'Ohne Kamera geben Sie diesen Schlüssel in die App ein:',
    confirm: 'Einschalten',
    recovery: 'Ihre Wiederherstellungscodes',
    keep: 'Mit jedem dieser Codes können Sie sich einmal anmelden, falls Sie Ihr Telefon verlieren. Notieren Sie sie jetzt: Sie werden nicht noch einmal angezeigt.',
    done: 'Ich habe sie notiert',
  },

  roles: {
    admin: {
      name: 'Administration',
      does: 'Darf alles außer Arztnotizen lesen, vergibt Konten und Rollen und sieht, wer was geändert oder eingesehen hat.',
    },
    staff: {
      name: 'Empfang und Pflege',
      does: 'Betreut Patienten, Termine, Dateien, Rechnungen, Ärzte, Abteilungen und Preise, aber keine Konten.',
    },
    doctor: {
      name: 'Ärztlicher Dienst',
      does: 'Sieht alles über Patienten, führt deren Akten, vergibt Termine und unterschreibt Arztnotizen; ändert keine Rechnungen.',
    },
    billing: {
      name: 'Abrechnung',
      does: 'Betreut Rechnungen, Zahlungen, Kassenbericht und Preise; sieht Patienten und Termine, ohne sie zu ändern.',
    },
    none: {
      name: 'Keine Rolle',
      does: 'Darf sich anmelden, sonst nichts, bis die Administration eine andere Rolle zuweist.',
    },
  },

  account: {
    title: 'Mein Konto',
    of: (name) => `Mein Konto: ${name}`,
    you: 'Name und E-Mail',
    ofRecord:
      'Name und E-Mail werden von anderen gepflegt: Wenden Sie sich für Änderungen an Empfang oder Administration.',
    emailHint: 'Damit melden Sie sich künftig an.',
    present: 'Aktuelles Passwort',
    saved: 'Ihr Konto ist gespeichert.',
    mailLanguage: 'Sprache der E-Mails',
    mailLanguageNone: 'Die des Krankenhauses',
    emailTaken: 'Diese E-Mail gehört schon zu einem anderen Konto.',
    changePassword: 'Passwort ändern',
    passwordHint: 'Hier bleiben Sie angemeldet. Alle anderen Anmeldungen Ihres Kontos werden beendet.',
    newPassword: 'Neues Passwort',
    passwordChanged: 'Das Passwort ist geändert. Andere Anmeldungen wurden beendet.',
    factor: 'Zweiter Faktor',
    factorWhy:
      'Ein Code aus einer App auf Ihrem Telefon, zusätzlich zum Passwort. Wer nur Ihr Passwort kennt, kommt nicht hinein.',
    factorOff: 'Er ist ausgeschaltet.',
    factorOn: (since) => `Er ist eingeschaltet, seit ${since}.`,
    codesLeft: (count) =>
      plural(count, {
        one: '# Wiederherstellungscode ist übrig.',
        other: '# Wiederherstellungscodes sind übrig.',
      }),
    setUp: 'Einrichten …',
    setUpAnew: 'Neues Telefon oder neue Wiederherstellungscodes …',
    switchOff: 'Ausschalten …',
    switchOffTitle: 'Zweiten Faktor ausschalten',
    switchOffHint: 'Danach genügt Ihr Passwort allein. Alle anderen Anmeldungen Ihres Kontos werden beendet.',
    switchOffSubmit: 'Ausschalten',
    switchedOff: 'Der zweite Faktor ist ausgeschaltet.',
    switchedOn: 'Der zweite Faktor ist eingeschaltet. Andere Anmeldungen wurden beendet.',
    enrolWhy:
      'Sie brauchen eine Minute und eine Authenticator-App auf Ihrem Telefon. Alle anderen Anmeldungen Ihres Kontos werden beendet.',
    enrolAnew:
      'Das bisherige Telefon und die bisherigen Wiederherstellungscodes gelten, bis Sie die neuen bestätigt haben.',
  },

  logins: {
    title: 'Wo Sie angemeldet sind',
    of: 'Anmeldungen',
    device: 'Gerät',
    unknownDevice: 'Unbekanntes Gerät',
    address: 'Netzwerkadresse',
    begun: 'Angemeldet',
    used: 'Zuletzt benutzt',
    here: 'dieses Gerät',
    none: 'Niemand ist angemeldet.',
    actions: 'Aktionen',
    end: 'Beenden',
    endOf: (device) => `Anmeldung beenden: ${device}`,
    ended: 'Die Anmeldung ist beendet.',
    endOthers: 'Alle anderen beenden …',
    endOthersTitle: 'Alle anderen Anmeldungen beenden',
    endOthersHint:
      'Auf allen anderen Geräten müssen Sie sich neu anmelden. Was dort geöffnet ist, bleibt bis zu einer Stunde lesbar.',
    endOthersSubmit: 'Beenden',
    othersEnded: 'Alle anderen Anmeldungen sind beendet.',
    hint: 'Sie kennen eine davon nicht? Beenden Sie sie und ändern Sie Ihr Passwort.',
  },

  setPassword: {
    title: 'Passwort festlegen',
    why: 'Sie haben einen Link zu dieser Seite erhalten. Wählen Sie das Passwort, mit dem Sie sich künftig anmelden.',
    again: 'Passwort wiederholen',
    differs: 'Die beiden Passwörter stimmen nicht überein.',
    submit: 'Passwort festlegen',
    done: 'Ihr Passwort ist festgelegt',
    doneHint: 'Melden Sie sich damit an. Alle früheren Anmeldungen Ihres Kontos wurden beendet.',
    noToken:
      'Um ein Passwort festzulegen, öffnen Sie noch einmal den Link, den Sie erhalten haben. Er gilt einmal und nicht lange.',
    signedIn: (name) =>
      `Hier ist ${name} angemeldet. Der Link gilt vielleicht für ein anderes Konto: Das von ${name} bleibt, wie es ist.`,
    signOutFirst: (name) => `${name} abmelden und neu anmelden`,
  },
};
