import type { enPrint } from './en-print';

export const dePrint: typeof enPrint = {
  print: {
    printed: (when, by) => `Gedruckt am ${when}, ${by}`,
    list: 'Liste drucken',
    toCalendar: 'Zum Kalender',
    apart: 'Neue Seite für jeden Arzt',
    minutes: 'Min.',
    kind: 'Art',
    followUp: 'Kontrolle',
    queue: 'Nr.',
    notes: 'Notizen',
    goesOn: 'Es gibt weitere: Dies sind die ersten.',
    part: (range) => `Es gibt weitere: Dies sind ${range}.`,
    cardOf: 'Patientenkarte',
    labels: 'Etiketten',
    born: (day) => `geb. ${day}`,
    toPatient: 'Zum Patienten',
    copies: 'Anzahl',
    size: 'Größe',
    sheet: (count, size) => `A4-Bogen, ${count} Stück ${size} mm`,
    millimetres: (size) => `${size} mm`,
    slip: 'Terminzettel',
    printSlip: 'Zettel drucken',
    queueNumber: 'Ihre Wartenummer',
  },
};
