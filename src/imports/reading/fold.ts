/** Letters and digits alone, of which case and accents do not count: `Straße Nr.` is `strassenr`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '');
