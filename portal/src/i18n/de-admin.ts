import type { enAdmin } from './en-admin';
import { locale } from './locale';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deAdmin: typeof enAdmin = {
  admin: {
    title: 'Verwaltung',
    people: 'Konten mit Rollen, Passwörtern und Anmeldungen',
    doctors: 'Stammdaten, Sprechzeiten und Abwesenheiten',
    departments: 'Wo Ärzte arbeiten und Termine stattfinden',
    prices: 'Leistungen mit Preisen und Steuersätzen',
    closures: 'Feiertage und alles andere, weswegen keine Termine vergeben werden',
    audit: 'Wer wann welchen Datensatz geändert hat',
    access: 'Wer wann Patientendaten eingesehen hat',
    settings: 'Was das Krankenhaus eingestellt hat und was Ihre Rolle darf',
    filter: 'Suche',
    shown: (shown, all) =>
      shown < all
        ? `${shown.toLocaleString(locale)} von ${all.toLocaleString(locale)} werden angezeigt: Suchen Sie nach weiteren.`
        : plural(all, { one: '# Eintrag', other: '# Einträge' }),
    nothing: 'Nichts gefunden.',
    nothingYet: 'Nichts auf dieser Seite. Vielleicht steht etwas auf der nächsten.',
    change: 'Ändern',
    deleteIt: 'Löschen',
    remove: 'Löschen …',
  },

  people: {
    title: 'Personen',
    one: 'Konto',
    filterHint: 'Name, E-Mail oder Rolle',
    invite: 'Jemanden einladen',
    inviteHint:
      'Die Person erhält ein Konto ohne Passwort. Sie bekommen einen Link, den Sie ihr schicken und mit dem sie ihr eigenes festlegt.',
    inviteHintMail:
      'Die Person erhält ein Konto ohne Passwort und eine E-Mail mit einem Link, mit dem sie ihr eigenes festlegt.',
    inviteDoctor: 'Ärzte mit Kalender legen Sie unter „Ärzte“ an; dabei entsteht auch das Konto.',
    inviteSubmit: 'Einladen',
    name: 'Name',
    role: 'Rolle',
    state: 'Zustand',
    since: 'Konto seit',
    username: 'Anmeldename',
    taken: 'Mit dieser E-Mail gibt es schon ein Konto.',
    active: 'Aktiv',
    disabled: 'Gesperrt',
    invited: 'Noch ohne Passwort',
    factor: 'Zweiter Faktor',
    own: 'Das sind Sie. Niemand kann die eigene Rolle ändern oder das eigene Konto sperren.',
    toOwn: 'Passwort, Anmeldungen und zweiten Faktor finden Sie in Ihrem Konto.',
    changeRole: 'Rolle ändern …',
    changeRoleTitle: (name) => `Rolle von ${name}`,
    changeRoleHint:
      'Alle Anmeldungen dieses Kontos werden beendet; eine neue Anmeldung ist nötig. Was jetzt geöffnet ist, bleibt bis zu einer Stunde benutzbar.',
    roleChanged: (role) => `Die Rolle ist jetzt: ${role}.`,
    reset: 'Passwort zurücksetzen …',
    newLink: 'Neuen Link erstellen …',
    resetTitle: 'Passwort zurücksetzen',
    resetHint:
      'Das Passwort und alle Anmeldungen dieses Kontos enden sofort. Sie erhalten einen Link, mit dem die Person ein neues festlegt. Vergewissern Sie sich, dass die Bitte wirklich von ihr kommt.',
    resetSubmit: 'Zurücksetzen',
    factorOff: 'Zweiten Faktor ausschalten …',
    factorOffTitle: 'Zweiten Faktor dieses Kontos ausschalten',
    factorOffHint:
      'Für Personen, die Telefon und Wiederherstellungscodes verloren haben: Vergewissern Sie sich, dass es wirklich die Person ist. Alle Anmeldungen dieses Kontos enden, und das Passwort allein genügt.',
    factorOffSubmit: 'Ausschalten',
    factorIsOff: 'Der zweite Faktor dieses Kontos ist ausgeschaltet.',
    disable: 'Sperren …',
    disableTitle: 'Konto sperren',
    disableHint:
      'Die Person kann sich nicht mehr anmelden, und alle ihre Anmeldungen enden. Was jetzt geöffnet ist, bleibt bis zu einer Stunde benutzbar. Nichts von ihrer Arbeit geht verloren, und Sie können das Konto wieder freigeben.',
    disableSubmit: 'Sperren',
    wasDisabled: 'Das Konto ist gesperrt.',
    enable: 'Freigeben',
    wasEnabled: 'Das Konto ist freigegeben.',
    logins: 'Wo die Person angemeldet ist',
    changes: 'Was die Person geändert hat',
    changesOf: 'Änderungen an diesem Konto',
    link: {
      title: (name) => `Link für ${name}`,
      hint: (until) =>
        `Schicken Sie ihn nur an diese Person: Wer ihn hat, legt das Passwort fest. Er gilt einmal, bis ${until}, und wird nur jetzt angezeigt.`,
      mailed: (until) =>
        `Eine E-Mail mit diesem Link ist an die Person unterwegs. Er gilt einmal, bis ${until}. Sie können ihn auch selbst weitergeben, nur an diese Person: Wer ihn hat, legt das Passwort fest. Er wird nur jetzt angezeigt.`,
      refused: 'Die E-Mail mit diesem Link konnte nicht verschickt werden.',
      label: 'Link',
      copy: 'Link kopieren',
      copied: 'Der Link ist kopiert.',
      done: 'Fertig',
    },
  },

  settings: {
    title: 'Einstellungen',
    hint: 'Sie werden bei der Bereitstellung des Dienstes über die jeweilige Variable festgelegt und lassen sich hier nicht ändern.',
    setting: 'Einstellung',
    value: 'Wert',
    variable: 'Variable',
    hospitalName: 'Name des Krankenhauses',
    hospitalAddress: 'Anschrift auf Rechnungen',
    currency: 'Währung',
    decimals: (count) => plural(count, { one: '# Nachkommastelle', other: '# Nachkommastellen' }),
    zone: 'Zeitzone',
    dateOrder: 'Datum in der Suche',
    orders: { 'day-month': 'Tag zuerst: 3/4 ist der 3. April', 'month-day': 'Monat zuerst: 3/4 ist der 4. März' },
    taxIncluded: 'Preise',
    withTax: 'Einschließlich MwSt.',
    withoutTax: 'Zuzüglich MwSt.',
    taxId: 'Steuernummer',
    mail: 'E-Mails',
    mailOn: 'Verschickt der Dienst',
    mailOff: 'Keine',
    notSet: 'Nicht gesetzt',
    roles: 'Rollen',
    yours: 'Ihre',
    permissions: 'Was Ihre Rolle darf',
  },
};
