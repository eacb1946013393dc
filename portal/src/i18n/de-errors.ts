import type { enErrors } from './en-errors';
import { pluralOf } from './plural';

const plural = pluralOf('de');

const SESSION_ENDED = 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.';
const UNEXPECTED = 'Etwas ist schiefgegangen.';
const DECIMALS = 'Zu viele Nachkommastellen.';
const YEARS = 'Das Jahr muss zwischen 1900 und 2199 liegen.';
const NAME = 'Ein Name braucht mindestens einen Buchstaben.';

export const deErrors: typeof enErrors = {
  errors: {
    unexpected: UNEXPECTED,
    request: (id) => `Nummer der Anfrage für den Support: ${id}`,
    wait: (seconds) =>
      plural(seconds, {
        one: 'Zu viele Versuche. Versuchen Sie es in # Sekunde erneut.',
        other: 'Zu viele Versuche. Versuchen Sie es in # Sekunden erneut.',
      }),
    codes: {
      invalid: 'Etwas stimmt noch nicht: siehe die markierten Felder.',
      unexpected: UNEXPECTED,
      unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
      unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
      not_configured: 'Der Dienst ist nicht vollständig eingerichtet. Informieren Sie die Administration.',
      not_migrated: 'Der Dienst wird gerade aktualisiert. Versuchen Sie es in einigen Minuten erneut.',
      full: 'Die Datenbank ist voll: Es kann nichts gespeichert werden. Informieren Sie die Administration.',
      unauthenticated: SESSION_ENDED,
      token_expired: SESSION_ENDED,
      token_invalid: SESSION_ENDED,
      session_ended: SESSION_ENDED,
      refresh_token_invalid: SESSION_ENDED,
      forbidden: 'Ihr Konto ist dazu nicht berechtigt.',
      not_found: 'Das gibt es nicht mehr, oder es gab es nie.',
      reference_not_found: 'Etwas, worauf sich dies bezieht, gibt es nicht mehr. Wählen Sie es neu aus.',
      conflict: 'Dies wird gerade von anderen geändert. Versuchen Sie es erneut.',
      outdated:
        'Inzwischen hat jemand anderes dies geändert. Sie sehen den aktuellen Stand: Prüfen Sie ihn und wiederholen Sie Ihre Änderung.',
      idempotency_key:
        'Dies wurde schon einmal mit anderem Inhalt gesendet. Laden Sie die Seite neu und prüfen Sie, was vorhanden ist.',
      duplicate: 'Das gibt es schon.',
      inconsistent:
        'Das passt nicht zusammen: Zwei Angaben widersprechen einander, etwa zwei Daten oder der Termin und sein Patient. Prüfen Sie beide.',
      transition: 'Dieser Status kann nicht auf den jetzigen folgen.',
      not_editable: 'Im jetzigen Status lässt sich dies so nicht mehr ändern.',
      deceased: 'Der Patient ist verstorben. Es werden keine Termine mehr vergeben oder verschoben.',
      amount: 'Die Beträge passen nicht: Ein Rabatt ist zu hoch, oder es wird mehr zurückgegeben, als bezahlt wurde.',
      refund_first: 'Auf dieser Rechnung ist noch Geld verbucht. Erstatten Sie es zuerst.',
      overlap: 'Der Arzt hat zu dieser Zeit einen anderen Termin. Wählen Sie eine andere Zeit.',
      closed: 'Zu dieser Zeit werden keine Termine vergeben. Wählen Sie eine andere Zeit.',
      held: 'Diese Zeit wird gerade an jemand anderen vergeben. Wählen Sie eine andere, oder warten Sie einige Minuten.',
      no_resource: 'Zu dieser Zeit ist kein Raum frei. Wählen Sie eine andere.',
      retired: 'Diese Terminart wird nicht mehr angeboten. Wählen Sie eine andere.',
      not_offered: 'Zu dieser Zeit wird das nicht angeboten. Wählen Sie eine andere.',
      nothing_free: 'Keine dieser Zeiten ist frei.',
      merged: 'Diese Akte wurde mit einer anderen derselben Person zusammengeführt. Suchen Sie nach dem Namen.',
      already_merged:
        'Diese beiden Akten wurden schon mit anderen Angaben zusammengeführt. Ändern Sie die Patientendaten, oder machen Sie zuerst die Zusammenführung rückgängig.',
      changed_since: 'Dies lässt sich nicht mehr rückgängig machen: Was es geändert hat, wurde seither geändert.',
      too_late: 'Die Frist, um dies rückgängig zu machen, ist abgelaufen.',
      too_large: 'Das ist zu groß.',
      unsupported_media_type: 'Dateien dieser Art werden nicht angenommen.',
      other_doctor:
        'Nur die behandelnde Ärztin oder der behandelnde Arzt beginnt die Notiz zum Besuch. Ergänzen kann auch, wer sie geschrieben hat.',
      account_active: 'Das Konto der Ärztin oder des Arztes ist aktiv. Sperren Sie es zuerst.',
      signup_closed: 'Konten gibt es nur auf Einladung. Fragen Sie die Administration.',
      login_failed: 'E-Mail oder Passwort ist falsch.',
      wrong_password: 'Das Passwort ist falsch.',
      totp_required: 'Geben Sie auch einen Code Ihrer Authenticator-App ein.',
      totp_invalid: 'Der Code ist falsch oder wurde schon benutzt.',
      totp_mandatory: 'Das Krankenhaus schreibt für Ihr Konto einen zweiten Faktor vor, daher bleibt er eingeschaltet.',
      password_token_invalid:
        'Dieser Link gilt nicht mehr: Er wurde benutzt, ist zu alt oder wurde durch einen neueren ersetzt. Fordern Sie einen neuen an, bei der Anmeldung oder von der Administration.',
      own_account:
        'Niemand kann die eigene Rolle ändern oder das eigene Konto sperren. Bitten Sie eine andere Person aus der Administration.',
      account_disabled: 'Das Konto ist gesperrt. Geben Sie es zuerst frei.',
      email_unconfirmed:
        'Die E-Mail dieses Kontos hat jemand ohne die Rolle „Administration“ bestimmt. Die Rolle „Administration“ ist möglich, sobald das Passwort im eigenen Konto geändert wurde, oder mit einer anderen E-Mail, die Sie in den Stammdaten des Arztes festlegen.',
      password_unconfirmed:
        'Das Passwort dieses Kontos hat jemand anderes festgelegt. Setzen Sie es zurück und schicken Sie den Link: Die Rolle „Administration“ ist möglich, sobald ein eigenes Passwort festgelegt ist.',
      other_credentials: 'Das Programm meldet sich mit seinen Schlüsseln an und hat kein Geheimnis, oder umgekehrt.',
      in_use: 'Das wird noch gebraucht.',
      too_many: 'Davon gibt es schon so viele wie möglich. Löschen oder ändern Sie stattdessen eines.',
      mail_off:
        'Dieses Krankenhaus verschickt keine E-Mails. Fragen Sie die Administration: Sie kann Ihnen einen Link geben.',
      totp_inactive: 'Die Einrichtung des zweiten Faktors ist abgelaufen. Beginnen Sie von vorn.',
      disabled: 'Der Webhook ist ausgeschaltet: Schalten Sie ihn zuerst ein.',
      import_running: 'Ein anderer Import ist im Gange. Warten Sie, bis er fertig ist, oder halten Sie ihn an.',
      import_state: 'Der Import hat sich inzwischen geändert: Sehen Sie ihn sich noch einmal an.',
      trail_gone:
        'Was Sie gewählt haben, ist nicht mehr festgehalten. Laden Sie die Seite neu und wählen Sie etwas anderes.',
    },
    faults: {
      missing: 'Bitte ausfüllen.',
      string_type: 'Bitte einen Text eingeben.',
      string_too_short: 'Das ist zu kurz.',
      string_too_long: 'Das ist zu lang.',
      float_type: 'Bitte eine Zahl eingeben.',
      int_type: 'Bitte eine ganze Zahl eingeben.',
      int_parsing: 'Bitte eine ganze Zahl eingeben.',
      bool_type: 'Bitte Ja oder Nein wählen.',
      greater_than: 'Der Wert ist zu niedrig.',
      greater_than_equal: 'Der Wert ist zu niedrig.',
      less_than_equal: 'Der Wert ist zu hoch.',
      date_parsing: 'Dieses Datum gibt es nicht.',
      datetime_parsing: 'Dieses Datum oder diese Uhrzeit gibt es nicht.',
      time_parsing: 'Diese Uhrzeit gibt es nicht.',
      enum: 'Bitte eine der angebotenen Möglichkeiten wählen.',
      uuid_parsing: 'Bitte eine der angebotenen Möglichkeiten wählen.',
      too_short: 'Das sind zu wenige Einträge.',
      too_long: 'Das sind zu viele Einträge.',
    },
    values: {
      first_name: NAME,
      middle_name: NAME,
      last_name: NAME,
      full_name: NAME,
      dob: 'Das Geburtsdatum liegt in der Zukunft, vor 1850 oder nach dem Todestag.',
      email: 'Das ist keine E-Mail-Adresse.',
      national_id: 'Eine Ausweisnummer braucht mindestens eine Ziffer.',
      deceased_at: 'Das liegt in der Zukunft oder vor dem Tag der Geburt.',
      to: 'Dies muss nach dem Beginn liegen, und nicht zu lange danach.',
      password: 'Dieses Passwort gehört zu den ersten, die andere probieren würden. Wählen Sie ein anderes.',
      new_password:
        'Das ist das bisherige, oder es gehört zu den ersten, die andere probieren würden. Wählen Sie ein anderes.',
      body: 'Die Datei ist leer oder nicht das, was ihr Name sagt. Vielleicht ist sie ein altes Word-Dokument oder eines mit Kennwort.',
      amount: DECIMALS,
      unit_price: DECIMALS,
      discount_amount: DECIMALS,
      schedule: YEARS,
      issue_date: YEARS,
      due_date: YEARS,
      quantity: DECIMALS,
      scope: 'Schreiben Sie die Worte von SMART, mit Leerzeichen dazwischen: system/Appointment.rs',
      expires_at: 'Wählen Sie einen Tag, der noch kommt.',
    },
  },
};
