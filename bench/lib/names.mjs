// Names of the generated people: 3 % are called Maria and 3 % Garcia, independently; the other names follow roughly
// Zipf's law. Many begin alike, and some are two words, so that searches meet what they meet in a real hospital. Where
// names are few, 40 % are called Nguyễn, and each of five long words is a middle name of 16 %.
const words = (text) => text.trim().split(/\s+/);
const endings = (stems, suffixes) => words(stems).flatMap((stem) => words(suffixes).map((suffix) => stem + suffix));

// The most frequent first.
const GIVEN = [
  ...words(`Anna Jose Juan Li Mohammed Carmen Martin An Ana Mariana Andrea Luis Elena Peter Marie Karin Lars Fatima Wei
    Antonio Eva David Mariam Laura Erik Manuel Sara Jan Maribel Ali Lucia Daniel Olga Hans Sofia Ivan Julia Maja Omar
    Francisco Linda Marta Pedro Isabel Miguel Nina Andreas Annika Annette Angela Marcus Mario Marisol Marina Marko Mark
    Margareta Marianne Elin Emma Oscar Hugo Alice Astrid Greta Pablo Rosa Victor Yusuf Aisha Hassan Ibrahim Amina Jin
    Min Hana Yuki Kenji Ingrid Gustav Nils Sven Olof Per Pia Petra Paula Paul Patricia Patrik Diego Diana Clara Carlos`),
  ...endings(
    'Al Ber Cor Dor El Fer Gis Hel Il Jor Kar Lor Mir Nor Or Ram Sel Tam Val Zor',
    'ia an ina is ela mund win',
  ),
];
const FAMILY = [
  ...words(`Li Martin Lind Garcias Andersson Nguyen Wang Fernandez Gonzalez Lopez Svensson Ahmed Martinez Hansen Khan
    Lindberg Rodriguez Smith Larsson Perez Kim Silva Petrov Lin Ali Garza Gomez Marino Olsson Berg Santos Lima Tanaka
    Ivanov Park Johansson Nilsson Ek Persson Gardner Karlsson Moreno Diaz Ruiz Torres Ramos Romero Navarro Marin Marti
    Maric Vega Novak Kowalski Nowak Horvat Popescu Costa Ferrari Rossi Bianchi Dubois Bernard Petit Meyer Weber Wagner`),
  ...endings(
    'And Ber Bjork Dal Ek Flod Gran Hall Holm Kron Lind Lund Mal Nord Ny Os Ross Sand Sjo Soder Stal Sund Vik West Gar Mar Pet Lar',
    'berg gren qvist strom man dal mark lund stedt en ell',
  ),
];
/** More than one word, or letters with marks. */
const SPECIAL = {
  given: words('Anne-Marie Jean-Luc Ana-Sofía María-José Zoë André Åsa Jürgen Łucja Søren'),
  family: words("O'Brien Müller García-López D'Angelo Ågård Núñez Al-Sayed Smith-Jones Þórsson Özdemir"),
};
/** Two neighbours each are a middle name where names are few. Written as one word, they are longer than any prefix index. */
const DOUBLE = words('Phương-Anh Thanh-Hương Ngọc-Phượng Quỳnh-Trang Minh-Nguyệt');
const SHARE = 0.03;
const SIZE = 2 ** 16;

/** A table from which a random entry is a name as frequent as it should be. @param share of the first name */
function frequencies(first, share, others) {
  const weights = others.map((_, rank) => 1 / (rank + 10));
  const unit = ((1 - share) * SIZE) / weights.reduce((sum, weight) => sum + weight);
  const table = new Array(Math.round(share * SIZE)).fill(first);
  for (const [i, name] of others.entries()) for (let n = weights[i] * unit; n > 0.5; n--) table.push(name);
  return table;
}

/** Bits that depend on all bits of `n` (the finalizer of MurmurHash3). */
function mix(n) {
  let bits = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
const oneOf = (table, n) => table[mix(n) % table.length];

const SYLLABLES = endings('b d f g h k l m n p r s t v z br gr kl st tr', 'a e i o u');
/** The n-th of 10^8 names of five syllables, none of which begins another with so many. */
function rareName(n) {
  let rest = (n * 54_321_013 + 12_345) % 100_000_000;
  let name = '';
  for (let i = 0; i < 4; i++) {
    name += SYLLABLES[rest % 100];
    rest = Math.floor(rest / 100);
  }
  return `${name[0].toUpperCase()}${name.slice(1)}ssi`;
}

/** Three slots of five have a rare family name. */
const isRare = (slot) => slot % 5 < 3;
const RARE = 3 / 5;
/** Two slots of five: of those that otherwise have rare names, as the frequent ones are to stay as frequent as they are. */
const isNguyen = (slot) => isRare(slot) && slot % 5 > 0;
const given = frequencies('Maria', SHARE, GIVEN);
const family = frequencies('Garcia', SHARE / (1 - RARE), FAMILY);

/**
 * Names of a person. People of one slot share a family name of their own if it is a rare one; otherwise their households
 * have frequent names.
 * @param person a number that tells this person's given names
 * @param special share of people with frequent family names who have a name of several words or with marks
 * @param few whether names are few
 */
export function namesOf({ slot, household, person, special = 0, few = false }) {
  const rare = isRare(slot);
  const first = oneOf(given, person);
  const second = oneOf(given, person ^ 0x5bd1e995);
  const names = {
    first_name: first,
    middle_name: second === first || second === 'Maria' ? 'Vera' : second,
    last_name: rare ? rareName(slot) : oneOf(family, household ^ 0x2545f491),
  };
  if (few && isNguyen(slot)) {
    const at = mix(person ^ 0x2545f491) % DOUBLE.length;
    return { ...names, middle_name: `${DOUBLE[at]} ${DOUBLE.at(at - 1)}`, last_name: 'Nguyễn' };
  }
  if (rare || special === 0) return names;
  if (mix(person ^ 0x1b873593) < special * 2 ** 32) names.first_name = oneOf(SPECIAL.given, person);
  if (mix(household ^ 0x1b873593) < special * 2 ** 32) names.last_name = oneOf(SPECIAL.family, household);
  return names;
}
