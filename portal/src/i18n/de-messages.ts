import type { enMessages } from './en-messages';

export const deMessages: typeof enMessages = {
  contact: {
    title: 'Nachrichten zu Terminen',
    hint: 'Fragen Sie den Patienten. Wer keiner davon zustimmt, erhält keine.',
    email: 'Stimmt E-Mails zu',
    sms: 'Stimmt SMS zu',
    noEmail: 'Es gibt noch keine E-Mail-Adresse: Tragen Sie sie unten ein.',
    noPhone: 'Es gibt noch keine Telefonnummer.',
    byEmail: 'per E-Mail',
    bySms: 'per SMS',
    refused: 'möchte keine',
    notAsked: 'Der Patient wurde noch nicht gefragt, ob er Nachrichten zu Terminen möchte.',
    save: 'Antwort speichern',
    saved: 'Die Antwort ist gespeichert.',
  },

  messages: {
    title: 'Nachrichten',
    kinds: { booked: 'Bestätigung', reminder: 'Erinnerung' },
    channels: { email: 'per E-Mail', event: 'über ein Programm' },
    states: { waiting: 'Wartet', sent: 'Verschickt', dropped: 'Nicht verschickt', failed: 'Fehlgeschlagen' },
    reasons: {
      cancelled: 'Der Termin ist abgesagt.',
      ended: 'Der Patient ist da oder nicht erschienen, oder der Termin ist vorbei.',
      deceased: 'Der Patient ist verstorben.',
      deleted: 'Die Akte des Patienten ist gelöscht.',
      no_consent: 'Der Patient hat nicht zugestimmt.',
      no_address: 'In der Akte fehlt die E-Mail-Adresse oder die Telefonnummer.',
      late: 'Es war zu spät dafür.',
      quiet_hours: 'Die Ruhezeit endet zu spät dafür.',
      quota: 'An diesem Tag wurden zu viele E-Mails verschickt.',
      patient_limit: 'Der Patient hatte an diesem Tag zu viele Nachrichten.',
      unanswered: 'Das Programm hat nicht rechtzeitig geantwortet.',
      rules_off: 'Das Krankenhaus verschickt sie nicht mehr.',
      mail_off: 'Das Krankenhaus verschickt keine E-Mails.',
      restored: 'Die Datenbank wurde aus einer Sicherung wiederhergestellt.',
      lost: 'Ob sie verschickt wurde, ist nicht bekannt.',
      E_RECIPIENT_SUPPRESSED: 'Frühere E-Mails an diese Adresse kamen zurück.',
    },
  },
};
