import type { enRecords } from './en-records';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deRecords: typeof enRecords = {
  severity: { mild: 'leicht', moderate: 'mittel', severe: 'schwer' },
  payerKind: { insurance: 'Krankenversicherung', employer: 'Arbeitgeber', relative: 'Angehörige', other: 'Andere' },

  person: {
    more: 'E-Mail, Ausweisnummer, Sprache, Angehörige, Mutter, Kostenträger, Tod',
    moreNew: 'E-Mail, Ausweisnummer, Sprache, Adresse, Angehörige, Mutter, Allergien, Kostenträger',
    email: 'E-Mail',
    nationalId: 'Ausweisnummer',
    formerNumbers: 'Frühere Nummern',
    taken: 'Diese Ausweisnummer ist schon erfasst. Suchen Sie in der Liste danach: Vielleicht ist es dieselbe Person.',
    language: 'Bevorzugte Sprache',
    address: 'Adresse',
    kin: 'Angehörige',
    relation: 'Verhältnis',
    kinPhone: 'Telefon der Angehörigen',
    payer: 'Kostenträger',
    payerKind: 'Art des Kostenträgers',
    memberNumber: 'Versichertennummer',
    taxId: 'Steuernummer',
    mother: 'Mutter',
    removeMother: 'Mutter entfernen',
    toMother: 'Zur Akte der Mutter',
    known: 'Erfasst',
    deceased: 'Verstorben am',
    deceasedTime: 'Todeszeit',
    deceasedHint: 'Danach werden keine Termine mehr vergeben.',
    died: 'Verstorben',
    about: (age) => `etwa ${age}`,
    ageAtDeath: (age: string) => `bei Tod: ${age}`,
    stillBooked: (count) =>
      plural(count, {
        one: 'Gespeichert. # Termin ist noch geplant: Sagen Sie ihn hier ab.',
        other: 'Gespeichert. # Termine sind noch geplant: Sagen Sie sie hier ab.',
      }),
    allergy: (number) => `Allergie ${number}`,
    addAllergy: 'Allergie hinzufügen',
    noneKnown: 'Keine bekannten Allergien',
    notAsked: 'Noch nicht erfragt.',
    savesNone: 'Wenn Sie eine leere Liste speichern, wird erfasst, dass keine Allergien bekannt sind.',
  },

  merge: {
    title: 'Zwei Akten zusammenführen',
    begin: 'Doppelt aufgenommen? Mit anderer Akte zusammenführen',
    compare: 'Vergleichen und zusammenführen',
    compareWith: (number) => `Mit ${number} vergleichen und zusammenführen`,
    intro:
      'Vergewissern Sie sich, dass beide dieselbe Person sind. Wo sie sich unterscheiden, wählen Sie, was richtig ist: Alles andere bleibt erhalten.',
    field: 'Feld',
    stays: 'Bleibt',
    goes: 'Entfällt',
    other: 'Die andere Akte derselben Person',
    taken: '(wird übernommen)',
    both: 'Anamnese, Allergien und Adressen behalten die Einträge beider Akten. Termine, Arztnotizen, Rechnungen und Dateien ziehen in die Akte um, die bleibt.',
    swap: 'Die andere behalten',
    submit: 'Zusammenführen …',
    question: (goes, stays) =>
      `${goes} mit ${stays} zusammenführen? Das lässt sich 30 Tage lang rückgängig machen, solange nichts vom Umgezogenen geändert wurde.`,
    confirm: 'Akten zusammenführen',
    family: 'Die eine ist als Mutter der anderen erfasst: Sie sind nicht dieselbe Person.',
    done: (number, moved) => `${number} wurde mit dieser Akte zusammengeführt. Hierher umgezogen: ${moved}.`,
    ledHere: (number) => `Sie kamen von ${number}; jene Akte wurde mit dieser zusammengeführt.`,
    invoices: (count) => plural(count, { one: '# Rechnung', other: '# Rechnungen' }),
    files: (count) => plural(count, { one: '# Datei', other: '# Dateien' }),
    records: 'Mit dieser Akte zusammengeführt',
    undo: 'Rückgängig machen',
    undoOf: (number) => `Zusammenführung mit ${number} rückgängig machen`,
    undoTitle: 'Zusammenführung rückgängig machen',
    undoQuestion: (number) =>
      `Soll ${number} wieder eine eigene Akte werden? Sie erhält zurück, was hierher umgezogen ist; was seither hinzukam, bleibt hier.`,
    undone: (moved) => `Rückgängig gemacht. Zurück umgezogen: ${moved}.`,
    apart: 'Es sind wieder zwei Akten.',
    toOther: 'Zur anderen Akte',
  },
};
