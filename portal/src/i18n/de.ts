import { deAccount } from './de-account';
import { deAdmin } from './de-admin';
import { deAudit } from './de-audit';
import { deBilling } from './de-billing';
import { deBooking } from './de-booking';
import { deCalendar } from './de-calendar';
import { deCash } from './de-cash';
import { deClosures } from './de-closures';
import { deDrafts } from './de-drafts';
import { deErrors } from './de-errors';
import { deFind } from './de-find';
import { deHospital } from './de-hospital';
import { deInvoices } from './de-invoices';
import { deMessages } from './de-messages';
import { dePatients } from './de-patients';
import { dePlanning } from './de-planning';
import { dePrint } from './de-print';
import { dePrograms } from './de-programs';
import { deRecords } from './de-records';
import { deSeries } from './de-series';
import { deStatistics } from './de-statistics';
import { deToday } from './de-today';
import { deVisit } from './de-visit';
import { deWaiting } from './de-waiting';
import type { Messages } from './en';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const de: Messages = {
  ...deErrors,
  ...deClosures,
  ...dePatients,
  ...deMessages,
  ...deRecords,
  ...deInvoices,
  ...deCash,
  ...deAccount,
  ...deAdmin,
  ...deAudit,
  ...deFind,
  ...deHospital,
  ...deBilling,
  ...deBooking,
  ...deCalendar,
  ...deDrafts,
  ...deVisit,
  ...deWaiting,
  ...deStatistics,
  ...deToday,
  ...dePrint,
  ...dePrograms,
  ...dePlanning,
  ...deSeries,
  portal: 'Klinikportal',
  language: 'Sprache',
  skip: 'Zum Inhalt springen',
  menu: 'Hauptmenü',
  signOut: 'Abmelden',
  loading: 'Wird geladen …',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  back: 'Zurück',
  retry: 'Erneut versuchen',
  all: 'Alle',
  none: 'Keine',
  optional: 'optional',
  notFound: 'Diese Seite gibt es nicht.',

  development: {
    title: 'Entwicklung:',
    mails: 'Mails, die niemandem geschickt wurden',
  },

  dates: {
    pick: 'Datum auswählen',
    none: (field, example) => `${field}: Bitte ein Datum eingeben, etwa ${example}.`,
    early: (field, day) => `${field}: frühestens ${day}.`,
    late: (field, day) => `${field}: spätestens ${day}.`,
  },

  numbers: {
    none: 'Geben Sie eine Zahl ein.',
    low: (least) => `Mindestens ${least}.`,
    high: (most) => `Höchstens ${most}.`,
  },

  meanwhile: {
    kept: 'Inzwischen hat jemand anderes dies geändert. Ihre Eingaben sind noch da. Sehen Sie sich die Änderungen an und speichern Sie dann erneut.',
    title: 'Aktueller Stand',
    replaces: 'Beim Speichern ersetzen Ihre Eingaben diesen Stand.',
    take: 'Meine Eingaben verwerfen',
    saveMine: 'Mit meinen Eingaben überschreiben',
  },

  lost: {
    unknown:
      'Es kam keine Antwort, daher ist unklar, ob gespeichert wurde. Fragen Sie nach: Auch bei mehrmaligem Senden wird nur einmal gespeichert.',
    findOut: 'Nachfragen',
  },

  status: {
    SCEDULED: 'Geplant',
    CHECKED_IN: 'Eingetroffen',
    IN_PROGRESS: 'In Behandlung',
    COMPLETED: 'Abgeschlossen',
    CANCELLED: 'Abgesagt',
    NO_SHOW: 'Nicht erschienen',
  },

  search: {
    found: (count) => plural(count, { one: '# Treffer', other: '# Treffer' }),
    nothing: 'Keine Treffer',
    more: (count) =>
      `Mehr als ${plural(count, { other: '# Treffer' })}. Geben Sie mehr Buchstaben oder ein weiteres Wort ein.`,
    similar: 'Unter diesem Namen ist niemand erfasst. Meinten Sie eine dieser Personen?',
  },
};
