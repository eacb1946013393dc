import type { enMessageRules } from './en-message-rules';

export const deMessageRules: typeof enMessageRules = {
  messages: {
    does: 'Was Patienten zu ihren Terminen erfahren, wann und wie',
    rules: 'Was Patienten erfahren',
    booked: 'Jede Buchung bestätigen',
    first: 'Erinnerung, Stunden vor dem Termin',
    second: 'Zweite Erinnerung, Stunden davor',
    reminderHint: 'Von 1 bis 336, das sind zwei Wochen. Leer: keine',
    channel: 'Wie',
    channels: { email: 'E-Mails von hier', event: 'Ein Programm verschickt sie, zum Beispiel als SMS' },
    mailOff: 'Dieses Krankenhaus verschickt keine E-Mails: Das muss zuerst einschalten, wer den Dienst bereitstellt.',
    quiet: 'Ruhezeit',
    quietHint:
      'Was dann fällig ist, wartet auf ihr Ende. Was erst nach Beginn des Termins käme, wird nicht verschickt.',
    from: 'Von',
    until: 'Bis',
    shows: 'Was eine Nachricht außer Klinik, Tag, Uhrzeit und Ort nennen darf',
    showsHint: 'Auch andere könnten sie lesen: Die Fachabteilung verrät vielleicht, woran jemand leidet.',
    asPlanned:
      'Ab jetzt gebuchte Termine erhalten Nachrichten nach diesen Regeln. Schon geplante richten sich ebenfalls danach.',
    saved: 'Was Patienten erfahren, ist gespeichert.',
    list: 'Was verschickt wurde und was nicht',
    listHint: 'Aus den letzten 90 Tagen, die neuesten zuerst. „Verschickt“ heißt angenommen, nicht angekommen.',
    state: 'Zustand',
    what: 'Nachricht',
    due: 'Fällig',
    why: 'Weshalb',
    toPatient: 'Zum Patienten',
    none: 'Es gibt keine.',
  },
};
