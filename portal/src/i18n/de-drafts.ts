import type { enDrafts } from './en-drafts';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deDrafts: typeof enDrafts = {
  drafts: {
    restored: 'Ihre Eingaben von vorhin sind wieder da.',
    anew: 'Neu beginnen',
    unsaved: (count) => `Nicht gespeichert (${count})`,
    signOutTitle: 'Abmelden und dies verlieren?',
    signOutHint: 'Noch nicht gespeichert:',
    stay: 'Angemeldet bleiben',

    registration: (name) => (name ? `Aufnahme von ${name}` : 'Aufnahme eines Patienten'),
    patient: (name) => `Änderungen an ${name}`,
    list: (list, name) => `${list} von ${name}`,
    newInvoice: (name) => `Rechnung für ${name}`,
    invoice: (number) => `Änderungen an Rechnung ${number}`,
    payment: (number) => `Zahlung zu Rechnung ${number}`,
    refund: (number) => `Erstattung zu Rechnung ${number}`,
    credit: (number) => `Gutschrift zu Rechnung ${number}`,
    closure: (name) => (name ? `Schließzeit „${name}“` : 'Neue Schließzeit'),
    cancel: (name) => `Absage für ${name}`,
    account: 'Neues Konto',
    uploads: (count) =>
      plural(count, { one: '# Datei noch nicht hochgeladen', other: '# Dateien noch nicht hochgeladen' }),
  },
};
