import type { enWebhooks } from './en-webhooks';

export const deWebhooks: typeof enWebhooks = {
  webhooks: {
    does: 'Andere Systeme, die sofort erfahren, was sich geändert hat',
    what: 'Ändert sich etwas, meldet der Dienst es sofort an die Adresse eines anderen Systems: welcher Datensatz es ist und was geschah, nie einen Namen oder Wert. Wer mehr braucht, fragt den Dienst, angemeldet als Programm.',
    docs: 'Wie ein Empfänger prüft, was er bekommt: API-Referenz (englisch)',
    none: 'Es ist kein Webhook eingerichtet.',
    addSubmit: 'Anlegen',
    url: 'Adresse',
    urlHint: 'https://, mit einem öffentlichen Namen. Der Hersteller des anderen Systems kennt sie.',
    urlFault:
      'Geben Sie eine Adresse wie https://partner.example/hook ein: mit https und dem öffentlichen Namen eines anderen Rechners.',
    description: 'Wozu er dient',
    types: 'Was er meldet',
    typesNone: 'Wählen Sie mindestens eines.',
    typesHint:
      'Eine Art von Datensätzen, die als Ganzes angekreuzt ist, schließt ein, was eine neuere Version mitbringt.',
    everything: 'Alles',
    acts: {
      created: 'Angelegt',
      updated: 'Geändert',
      deleted: 'Gelöscht',
      merged: 'Zusammengeführt',
      unmerged: 'Zusammenführung rückgängig',
      signed: 'Unterschrieben',
      due: 'Fällig',
    },
    event: (record, act) => `${record}: ${act}`,
    since: 'Angelegt',
    saved: 'Der Webhook ist gespeichert.',
    changesOf: 'Änderungen an diesem Webhook',

    state: 'Zustand',
    active: 'Ein',
    failing: 'Gestört',
    failingSince: (since) => `Seit ${since} ist nichts angekommen. Es wird weiter versucht.`,
    off: 'Ausgeschaltet',
    offSince: (since) => `Von der Administration, ${since}`,
    goneSince: (since) => `Vom Dienst, ${since}: Der Empfänger meldete, dass es ihn nicht mehr gibt (410).`,
    givenUpSince: (since) => `Vom Dienst, ${since}: Fünf Tage lang war nichts angekommen.`,
    behind: (count) => `Holt auf: ${count} Änderungen stehen noch aus.`,

    secret: 'Geheimnis',
    handedTitle: 'Der Webhook ist angelegt',
    renewedTitle: 'Neues Geheimnis des Webhooks',
    once: 'Das Geheimnis wird nur jetzt angezeigt: Niemand kann es später nachsehen. Geben Sie es denen, die den Empfänger betreiben. Er prüft damit, dass das Krankenhaus gesendet hat, was er bekommt.',
    lostSecret: 'Das Geheimnis ging mit der Antwort verloren. Öffnen Sie den Webhook und erneuern Sie sein Geheimnis.',
    formerUntil: (until) => `Das frühere Geheimnis unterschreibt noch bis ${until} mit.`,
    renewHint:
      'Sie erhalten ein anderes Geheimnis, das einmal angezeigt wird. 24 Stunden lang unterschreibt das bisherige noch mit.',
    renewRevoke: 'Das bisherige sofort beenden: Jemand könnte es kennen',

    test: 'Probe senden',
    testArrived: (status, time) => `Die Probe ist angekommen: Der Empfänger antwortete nach ${time} mit ${status}.`,
    testRefused: (status, time) =>
      `Die Probe ist nicht angekommen: Der Empfänger antwortete nach ${time} mit ${status}. Ein Erfolg ist 200 bis 299.`,
    testUnanswered: (time) =>
      `Die Probe ist nicht angekommen: keine Antwort innerhalb von ${time}. Stimmt die Adresse, und ist sie aus dem Internet erreichbar?`,

    switchOff: 'Ausschalten …',
    switchOffTitle: 'Webhook ausschalten',
    switchOffHint:
      'Es wird nichts gesendet, bis Sie ihn wieder einschalten. Was sich inzwischen ändert, lässt sich später senden: Wählen Sie bei einer Zustellung „Erneut senden“.',
    switchOffSubmit: 'Ausschalten',
    switchedOff: 'Der Webhook ist ausgeschaltet.',
    switchOn: 'Einschalten',
    switchedOn: 'Der Webhook ist eingeschaltet: Ab jetzt meldet er, was sich ändert.',

    removeTitle: 'Webhook löschen',
    removeHint: (url) => `An ${url} wird nichts mehr gesendet. Das lässt sich nicht rückgängig machen.`,
    removed: 'Der Webhook ist gelöscht.',

    deliveries: 'Zustellungen',
    deliveriesHint:
      'Was in den letzten 30 Tagen gesendet wurde, das Neueste zuerst. Ein Ereignis behält seine ID, so oft es auch gesendet wird.',
    refresh: 'Aktualisieren',
    noDeliveries: 'Es wurde noch nichts gesendet.',
    eventHead: 'Ereignis',
    forgotten: 'Ein Ereignis, das nicht mehr festgehalten ist',
    states: { waiting: 'Steht aus', delivered: 'Angekommen', failed: 'Aufgegeben' },
    attempts: 'Versuche',
    answer: 'Antwort',
    noAnswer: 'Keine',
    last: 'Letzter Versuch',
    next: 'Nächster Versuch',
    resend: 'Erneut senden …',
    resendOf: (event, at) => `Erneut senden: ${event}, ${at}`,
    resendTitle: 'Ab hier erneut senden',
    resendHint: (event) =>
      `Dieses Ereignis und alle danach werden erneut gesendet, auch was schon angekommen ist und was geschah, während der Webhook ausgeschaltet war: ${event}. Sie behalten ihre IDs, an denen der Empfänger sie erkennt.`,
    resendSubmit: 'Erneut senden',
    resent: 'Es wird erneut gesendet: Sehen Sie in einer Minute nach.',
  },

  feeds: {
    title: 'Kalenderabos',
    hint: 'Ihr Kalenderprogramm zeigt, auch auf dem Telefon, wann ein Arzt oder eine Abteilung belegt ist. Es erfährt weder, wer kommt, noch warum.',
    none: 'Es gibt keines.',
    add: 'Adresse anlegen',
    of: 'Wessen Kalender',
    choose: 'Bitte wählen …',
    submit: 'Anlegen',
    madeTitle: 'Die Adresse des Kalenders',
    once: 'Abonnieren Sie sie in Ihrem Kalenderprogramm. Sie wird nur jetzt angezeigt. Wer sie hat, sieht die belegten Zeiten, also geben Sie sie niemandem.',
    lostAddress:
      'Das Abo ist angelegt, aber mit der Antwort ging seine Adresse verloren. Beenden Sie es und legen Sie ein anderes an.',
    address: 'Adresse',
    since: 'Angelegt',
    end: 'Beenden …',
    endOf: (whose) => `Abo beenden: ${whose}`,
    endTitle: 'Abo beenden',
    endHint: (whose) =>
      `Kalenderprogramme erhalten über diese Adresse nichts mehr von ${whose}. Das lässt sich nicht rückgängig machen.`,
    endSubmit: 'Beenden',
    ended: 'Das Abo ist beendet.',
  },
};
