import type { enPrograms } from './en-programs';

export const dePrograms: typeof enPrograms = {
  programs: {
    title: 'Programme',
    one: 'Programm',
    does: 'Was sich selbst anmeldet: Labore, Websites, Data-Warehouses',
    what: 'Das System eines Labors, eine Website oder ein Data-Warehouse meldet sich mit eigenem Zugang an, nicht mit dem Passwort einer Person. Es darf nur, was Sie ihm erlauben, und was es tut, wird unter seinem Namen festgehalten.',
    docs: 'Wie sich ein Programm anmeldet: API-Referenz (englisch)',
    none: 'Es ist kein Programm registriert.',
    add: 'Programm registrieren',
    addSubmit: 'Registrieren',
    nameHint: 'Er steht in der Liste der Änderungen: der des Labors, nicht der einer Person.',
    may: 'Was es darf',
    scope: 'Dasselbe in der Schreibweise von SMART',
    scopeHint: 'Es lässt sich auch hier schreiben, Typ für Typ.',
    scopeUnknown: (words) => `Das ist unbekannt oder nichts für Programme: ${words}`,
    everything: 'Alles',
    everythingHint:
      '„Alles“ schließt Arztnotizen ein und was eine neuere Version mitbringt, aber nie Konten, Programme oder wer was geändert oder eingesehen hat.',
    acts: { read: 'Lesen', create: 'Anlegen', update: 'Ändern', delete: 'Löschen' },
    granted: (subject, acts) => `${subject}: ${acts}`,
    partly: (act) => `${act} (teilweise)`,
    proof: 'Anmeldung',
    bySecret: 'Mit einem Geheimnis',
    bySecretHint: 'Sie erhalten es einmal, wenn das Programm registriert ist.',
    byKeys: 'Mit eigenen Schlüsseln',
    byKeysHint: 'Es signiert, was es sendet. Das Krankenhaus kennt nur seine öffentlichen Schlüssel.',
    keys: 'Öffentliche Schlüssel (JWKS)',
    keysHint: '{"keys": [ … ]}, jeder mit einer „kid“, für RS384 oder ES384.',
    keysUnread: 'Das ist kein JWKS: {"keys": [ … ]}.',
    keysPrivate:
      'Das ist ein privater Schlüssel, den nur das Programm haben darf. Es wurde nichts gesendet. Bitten Sie den Hersteller um den öffentlichen.',
    ends: 'Letzter Tag',
    endsHint: 'Leer: ohne Ende.',
    until: 'Endet',
    noEnd: 'Ohne Ende',
    ended: 'Abgelaufen',
    unused: 'Noch nie',
    secret: 'Geheimnis',
    formerUntil: (until) => `Das frühere gilt noch bis ${until}.`,
    since: 'Registriert',
    clientId: 'Client-ID',
    tokenAddress: 'Adresse für Tokens',
    endsTokens:
      'Seine Tokens enden, wenn Sie ändern, was es darf, seinen letzten Tag oder seine Schlüssel: Damit ändert es nichts mehr und liest höchstens noch eine Stunde.',
    saved: (name) => `${name} ist gespeichert.`,
    changes: 'Was es geändert hat',
    changesOf: 'Änderungen an diesem Programm',

    handedTitle: (name) => `${name} ist registriert`,
    renewedTitle: (name) => `Neues Geheimnis von ${name}`,
    once: 'Das Geheimnis wird nur jetzt angezeigt: Niemand kann es später nachsehen. Geben Sie es denen, die das Programm betreiben, auf einem Weg, den sonst niemand mitliest.',
    keysDone: 'Das Programm meldet sich mit seinen Schlüsseln an. Der Hersteller braucht diese beiden Angaben:',
    lostSecret:
      'Das Programm ist registriert, aber mit der Antwort ging sein Geheimnis verloren. Öffnen Sie es und erneuern Sie das Geheimnis.',
    copy: 'Kopieren',
    copyOf: (what) => `Kopieren: ${what}`,
    copied: (what) => `Kopiert: ${what}`,

    renew: 'Geheimnis erneuern …',
    renewTitle: 'Geheimnis erneuern',
    renewHint:
      'Sie erhalten ein anderes Geheimnis, das einmal angezeigt wird. Das bisherige gilt noch 24 Stunden weiter.',
    renewRevoke: 'Das bisherige sofort beenden, samt seinen Tokens: Jemand könnte es kennen',
    renewThird: (until) => `Es gibt noch ein früheres Geheimnis, das bis ${until} gelten würde: Es endet jetzt.`,
    renewSubmit: 'Erneuern',

    removeTitle: 'Programm löschen',
    removeHint: (name) =>
      `${name} kann sich nicht mehr anmelden, und seine Tokens enden. Was es getan hat, bleibt festgehalten. Das lässt sich nicht rückgängig machen.`,
    removed: (name) => `${name} ist gelöscht.`,
  },
};
