/** By Unicode's default case folding (STRASSE is Straße is STRAẞE, ΣΑΣ is σας), however a letter is composed. */
export const uniqueKey = (value: string): string =>
  // In lower case first: only so the upper-case ẞ becomes the ß whose upper case is SS.
  value.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
