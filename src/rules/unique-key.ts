/**
 * What codes, e-mail addresses and the like are compared by: letter case does not distinguish them, as Unicode's default case
 * folding has it (STRASSE is Straße is STRAẞE, ΣΑΣ is σας), nor does the way in which Unicode composes a letter.
 */
export const uniqueKey = (value: string): string =>
  // In lower case first: only so the upper-case ẞ becomes the ß whose upper case is SS.
  value.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
