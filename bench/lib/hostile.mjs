// Searches that ask for as much as a search can: words, beginnings of words and numbers that a large part of the
// hospital shares.
const prefixesOf = (word) => Array.from(word, (_, i) => word.slice(0, i + 1));

/** By list: the code of its registration numbers, and words of many of its records. */
const LISTS = {
  patient: { code: 'pat', common: ['maria', 'garcia'] },
  doctor: { code: 'doc', common: ['maria', 'garcia'] },
  department: { code: 'dep', common: ['ward', 'dep'] },
  invoice: { code: 'inv', common: ['consultation', 'ultrasound', 'maria', 'garcia'] },
  catalog: { code: 'cat', common: ['half', 'group', 'hour'] },
};

const ANYWHERE = [
  ...['a', 'an', 'li', '0', '0 1', 'p a', '4567', '467', '1984', '1 2 3 4 5 6 7 8', "'", '- .'],
  'maria garcia anna jose martin juan lind li',
  'mari garc ann jos mart jua lin moh',
  'm g a j l s p 4',
];

/** Words that a sixth have where names are few (names.mjs). */
const LONG = ['phuonganh', 'thanhhuong', 'ngocphuong', 'quynhtrang', 'minhnguyet'];
const ALL_LONG = LONG.join(' ');
const BEGINNINGS = LONG.map((word) => word.slice(0, 7)).join(' ');
const OF_FEW_NAMES = [
  ...[...prefixesOf('nguyen'), 'nguyen maria', 'nguyen 1984', 'nguyen 4567', 'nguyen anna jose martin', 'n m a'],
  ...[...LONG, 'phuonganh thanhhuong', ALL_LONG, BEGINNINGS, `nguyen maria ${ALL_LONG}`],
];

/** Searches of one list, by its name in LISTS. @param few whether names are few, for which there are others */
export function hostileSearches(list, few = false) {
  const { code, common } = LISTS[list];
  const together = common.map((word, i) => `${word} ${common[i + 1] ?? 'a'}`);
  const withNumbers = common.flatMap((word) => [`${word} 1984`, `${word} 4567`]);
  const withCode = [code, `${code} a`, `${code} 0`, `${code[0]} a`, `${code}-00000001 a`];
  const all = [...ANYWHERE, ...withCode, ...common.flatMap(prefixesOf), ...together, ...withNumbers];
  const [word] = common;
  const others = few && common.includes('maria') ? [...OF_FEW_NAMES, `${word} nguyen`, `${word} ${ALL_LONG}`] : [];
  return [...new Set([...all, ...others])];
}

/** The common words of a list. */
export const commonWords = (list) => LISTS[list].common;
