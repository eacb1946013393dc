import type { enImports } from './en-imports';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deImports: typeof enImports = {
  imports: {
    does: 'Patienten, Ärzte, Preise und Termine des bisherigen Systems, aus einer Datei',
    what: 'Aus jeder Zeile einer Datei wird ein Datensatz, als hätte ihn jemand eingegeben. Zuerst sehen Sie, was aus jeder Zeile würde; angelegt wird erst, wenn Sie es sagen.',
    none: 'Es wird nichts importiert, auch in den letzten sieben Tagen nicht.',
    of: (entity) => `Import: ${entity}`,
    entities: {
      patient: 'Patienten',
      doctor: 'Ärzte',
      department: 'Abteilungen',
      catalog: 'Preisliste',
      appointment: 'Termine',
    },

    entity: 'Was die Zeilen sind',
    format: 'Art der Datei',
    formats: {
      csv: 'Tabelle (CSV), wie eine Tabellenkalkulation sie speichert',
      ndjson: 'NDJSON: in jeder Zeile ein JSON-Objekt',
      'fhir-ndjson': 'FHIR: in jeder Zeile eine Ressource',
    },
    source: 'Das bisherige System',
    sourceHint:
      'Eine Adresse oder ein Name, der mit „urn:“ beginnt. Nehmen Sie für alle Dateien dieses Systems denselben: An ihm und den Nummern darin werden Zeilen wiedererkannt und nie doppelt angelegt.',
    sourceFault: 'Schreiben Sie eine Adresse oder einen Namen wie urn:clinic:old-system.',
    encoding: 'Zeichensatz',
    encodingHint: 'Wo „ü“ oder „é“ falsch aussehen, ist es ein anderer.',
    encodings: {
      'utf-8': 'UTF-8',
      'utf-16': 'UTF-16',
      'windows-1252': 'Windows-1252, wie ältere Programme in Westeuropa schreiben',
      'iso-8859-1': 'ISO 8859-1',
    },
    file: 'Datei',
    fileHint: 'Höchstens 100 MB',
    unreadable: (reason) =>
      `So lässt sich die Datei nicht lesen (${reason}). Vielleicht hat sie einen anderen Zeichensatz.`,
    upload: 'Hochladen',
    uploading: 'Wie viel hochgeladen ist',
    otherFile: 'Andere Datei',
    noFile: 'Die Datei ist noch nicht angekommen.',
    size: 'Größe',
    made: 'Vorbereitet',
    removedAt: 'Wird entfernt',
    state: 'Zustand',
    states: {
      draft: 'Noch ohne Datei',
      ready: 'Zu prüfen',
      checking: 'Wird geprüft',
      checked: 'Geprüft',
      running: 'Wird importiert',
      done: 'Importiert',
      failed: 'Fehlgeschlagen',
      stopped: 'Angehalten',
    },

    columns: 'Spalten',
    columnsHint:
      'Über jeder Spalte steht, was aus ihr wird. Was am Namen nicht zu erkennen war, wird weggelassen: Wählen Sie es aus.',
    linesHint: 'Die ersten Zeilen. Ihre Felder heißen wie in der API-Referenz.',
    fieldOf: (column) => `Was aus der Spalte ${column} wird`,
    leftOut: '– weglassen –',
    twice: 'Auch bei einer anderen Spalte gewählt.',
    noSystem: 'Wählen Sie auch eine Spalte für das System dieser Nummer.',
    refused: 'Das geht hier nicht.',
    firstRows: 'Die ersten Zeilen der Datei',
    fields: {
      external_id: 'Nummer im bisherigen System',
      patient_external_id: 'Patient: Nummer im bisherigen System',
      doctor_external_id: 'Arzt: Nummer im bisherigen System',
      department_external_id: 'Abteilung: Nummer im bisherigen System',
      identifiers: 'Nummer eines anderen Systems',
      icon_codes: 'Zeichen',
      dob_precision: 'Geburtsdatum: was davon bekannt ist (day, month, year)',
      discount_percent: 'Rabatt (%)',
    },
    parts: {
      value: 'Nummer',
      system: 'System',
      type: 'Art',
      use: 'Verwendung',
      text: 'In Worten',
    },
    locale: 'Zahlen sind geschrieben wie',
    dateOrder: 'Daten sind geschrieben wie',
    dateOrders: {
      '': '1984-12-31',
      dmy: '31.12.1984 oder 31/12/1984: Tag zuerst',
      mdy: '12/31/1984: Monat zuerst',
      ymd: '1984/12/31: Jahr zuerst',
    },
    onDuplicate: 'Wer vielleicht schon da ist',
    onDuplicateHint: 'Wie am Empfang: nach Name, Geburtsdatum und Telefon.',
    onDuplicates: {
      skip: 'Weglassen und auflisten',
      report: 'Trotzdem anlegen und auflisten',
      create: 'Trotzdem anlegen',
    },
    check: 'Alle Zeilen prüfen',
    checkAgain: 'Erneut prüfen',
    started: 'Es hat begonnen.',

    progress: 'Wie viel von der Datei fertig ist',
    looked: (rows) => plural(rows, { one: 'Bisher # Zeile', other: 'Bisher # Zeilen' }),
    stop: 'Anhalten …',
    stopTitle: 'Anhalten',
    stopCheck:
      'Es wurde nichts angelegt. Die Prüfung lässt sich nicht fortsetzen: Ein neuer Import beginnt mit der Datei von vorn.',
    stopRun:
      'Was angelegt ist, bleibt. Importieren Sie dieselbe Datei später noch einmal: Was schon da ist, wird weggelassen.',
    stopSubmit: 'Anhalten',
    stopped: 'Es ist angehalten.',

    verdict: 'Was daraus würde',
    result: 'Was daraus geworden ist',
    counts: {
      rows: 'Zeilen',
      wouldCreate: 'Würden angelegt',
      created: 'Angelegt',
      failed: 'Abgelehnt',
      duplicate: 'Wohl schon da',
      known: 'Früher importiert',
    },
    changed: 'Sie haben etwas anderes gewählt: Prüfen Sie erneut, bevor Sie importieren.',
    nothing: 'Aus keiner Zeile würde ein Datensatz.',
    go: 'Importieren …',
    goTitle: (rows) => plural(rows, { one: '# Zeile importieren', other: '# Zeilen importieren' }),
    goHint: (left) =>
      plural(left, {
        one: 'Daraus werden Datensätze, die sich nicht auf einmal zurücknehmen lassen. # Zeile wird weggelassen.',
        other: 'Daraus werden Datensätze, die sich nicht auf einmal zurücknehmen lassen. # Zeilen werden weggelassen.',
      }),
    goSubmit: 'Importieren',
    ended: 'Alle Zeilen sind fertig.',
    broken: (reason) => `Es ging nicht weiter: ${reason}`,
    again:
      'Importieren Sie die Datei noch einmal mit demselben Namen des bisherigen Systems: Zeilen, die angelegt wurden, sind bekannt und werden weggelassen.',

    faults: 'Abgelehnte Zeilen',
    faultsHint:
      'Speichern Sie sie, verbessern Sie sie in einer Tabellenkalkulation und importieren Sie diese Datei: Sie enthält nur diese Zeilen, in UTF-8.',
    duplicates: 'Personen, die wohl schon da sind',
    first: (shown) => `Die ersten ${shown} werden angezeigt; in der Datei stehen alle.`,
    line: 'Zeile',
    column: 'Spalte',
    fault: 'Was nicht stimmt',
    who: 'Wie wer',
    row: 'Inhalt',
    sameAs: (number) => `Wohl dieselbe Person wie ${number}`,
    sameRow: (row) => `Wohl dieselbe Person wie in Zeile ${row} der Datei`,

    remove: 'Löschen …',
    removeTitle: 'Import löschen',
    removeHint: 'Seine Datei und seine Listen werden entfernt. Angelegte Datensätze bleiben.',
    removed: 'Der Import ist gelöscht.',
  },
};
