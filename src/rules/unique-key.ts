/**
 * What codes, e-mail addresses and the like are compared by: letter case does not distinguish them (STRASSE is Straße,
 * ΣΑΣ is σας), nor does the way in which Unicode composes a letter.
 */
export const uniqueKey = (value: string): string =>
  value.normalize('NFC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
