// Code 128, which every scanner reads (ISO/IEC 15417): letters by its set B, and two digits in the room of one by its set C.

/** Widths of the bars and gaps of each value, a bar first; 106 ends the code. */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 ' +
  '123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 ' +
  '131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 ' +
  '213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 ' +
  '141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 ' +
  '124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 ' +
  '411131 211412 211214 211232 2331112'
).split(' ');

const [TO_C, START_B, START_C, END] = [99, 104, 105, 106];

/** The values of a text of ASCII. Digits at its end are sent in pairs, as a registration number's are. */
function valuesOf(text: string): number[] {
  const [, head = '', digits = ''] = /^(.*?)((?:\d\d){2,})?$/.exec(text) ?? [];
  const letters = Array.from(head, (letter) => letter.charCodeAt(0) - 32);
  const pairs = (digits.match(/\d\d/g) ?? []).map(Number);
  if (!head) return [START_C, ...pairs];
  return [START_B, ...letters, ...(digits ? [TO_C] : []), ...pairs];
}

/** Widths of bars and gaps in turn, a bar first, each in units of the narrowest. */
export function code128(text: string): number[] {
  const values = valuesOf(text);
  const check = values.reduce((sum, value, place) => sum + value * Math.max(place, 1), 0) % 103;
  return [...values, check, END].flatMap((value) => Array.from(PATTERNS[value] ?? '', Number));
}
