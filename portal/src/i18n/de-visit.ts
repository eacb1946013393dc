import type { enVisit } from './en-visit';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deVisit: typeof enVisit = {
  visit: {
    why: 'Weshalb kommt der Patient?',
    whyHint: 'In den Worten des Patienten',
    reason: 'Anlass',
    remarks: 'Interne Anmerkungen',
    hasRemarks: 'Mit Anmerkungen',
    more: 'Anmerkungen und Schlagwörter',
    edit: 'Anlass und Anmerkungen …',
    saved: 'Der Termin ist gespeichert.',
    draft: (name) => `Anlass und Anmerkungen, ${name}`,
  },

  note: {
    title: 'Arztnotiz',
    ofPatient: 'Arztnotizen',
    isThere: 'Zu diesem Termin gibt es eine unterschriebene Arztnotiz.',
    none: 'Zu diesem Termin gibt es keine Notiz.',
    noneOfPatient: 'Keine Notizen.',
    status: { draft: 'Entwurf', final: 'Unterschrieben', amended: 'Unterschrieben, mit Nachträgen' },
    about: 'Titel',
    text: 'Befund und Behandlung',
    onlyYou: 'Bis Sie unterschreiben, sehen nur Sie die Notiz.',
    bytes: (used, most) => `${used} von ${most}`,
    tooLong: (most) => `Höchstens ${most}.`,
    save: 'Entwurf speichern',
    saved: 'Der Entwurf ist gespeichert.',
    sign: 'Unterschreiben …',
    signTitle: 'Diese Notiz unterschreiben?',
    signHint:
      'Danach ist sie endgültig: Niemand kann sie ändern oder löschen, auch Sie nicht. Was noch fehlt, lässt sich als Nachtrag anfügen. Der gesamte ärztliche Dienst des Hauses kann sie lesen.',
    signSubmit: 'Unterschreiben',
    signed: 'Die Notiz ist unterschrieben.',
    signedBy: (name, when) => `Unterschrieben von ${name}, ${when}`,
    isSigned:
      'Diese Notiz wurde inzwischen unterschrieben. Ihre Eingaben sind noch da: Sie können sie als Nachtrag anfügen.',
    addenda: 'Nachträge',
    addendum: 'Nachtrag',
    add: 'Nachtrag hinzufügen',
    addHint: 'Er ist damit von Ihnen unterschrieben und endgültig wie die Notiz.',
    addSubmit: 'Unterschreiben und anfügen',
    added: 'Der Nachtrag ist unterschrieben.',
    ownToo: 'Eigene Notiz schreiben',
    draftOf: (name) => `Notiz über ${name}`,
    count: (count) => plural(count, { one: '# Arztnotiz', other: '# Arztnotizen' }),
    toVisit: 'Zum Termin',
    handOver: 'Nicht unterschriebene Notizen übergeben …',
    handOverTitle: 'Nicht unterschriebene Notizen übergeben',
    handOverHint:
      'Die Entwürfe eines gesperrten Kontos sieht niemand. Wen Sie hier wählen, kann sie lesen, fertigstellen und unterschreiben. Sie selbst sehen sie nicht.',
    handOverTo: 'An',
    chooseDoctor: 'Arzt wählen',
    handOverSubmit: 'Übergeben',
    handedOver: (count) => plural(count, { one: '# Notiz ist übergeben.', other: '# Notizen sind übergeben.' }),
    left: (count, name) =>
      plural(count, {
        one: `# Notiz bleibt: Zu diesem Termin hat ${name} schon eine Notiz.`,
        other: `# Notizen bleiben: Zu diesen Terminen hat ${name} schon je eine Notiz.`,
      }),
  },
};
