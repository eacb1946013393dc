// Letters that count as others in a search, but that NFKD leaves as they are. Lower case only: so are texts by then. From the
// names of Unicode 17 ("LATIN SMALL LETTER B WITH HOOK") and orthographies.

/** What the letters behind the colon become. */
const PLAIN = [
  // Latin: strokes, hooks, bars and tails; open, turned and Greek-shaped letters of African orthographies
  'a:ᶏⱥɑɐ b:ƀƃɓᵬᶀꞗ c:ƈȼɕꞓꞔ d:đƌȡɖɗᵭᶁᶑꟈð e:ɇᶒⱸꬴəǝɛɘɜ f:ƒᵮᶂꞙ g:ǥɠᶃꞡɣɡȝƣ h:ħɦⱨꞕ i:ɨᶖıɩɪ j:ɉʝȷɟ k:ƙᶄⱪꝁꝃꝅꞣĸ',
  'l:łƚȴɫɬɭᶅⱡꝉꞎ m:ɱᵯᶆ n:ƞȵɲɳᵰᶇꞑꞥŋ o:øⱺꝋꝍɔɵ p:ƥᵱᵽᶈꝑꝓꝕ q:ɋʠꝗꝙ r:ɍɼɽɾᵲᵳᶉꞧ s:ȿʂᵴᶊꞩꟊʃ t:ŧƫƭȶʈᵵⱦ u:ᶙꞹʉʊ',
  'v:ʋᶌⱱⱴꝟʌ w:ⱳƿ x:ᶍ y:ƴɏỿ z:ƶȥɀʐʑᵶᶎⱬʒ ae:æ oe:œ ss:ß th:þ',
  // Greek final sigma; Cyrillic: strokes, hooks, descenders, and the letters typed so on a Russian keyboard
  'σ:ς г:ґғҕӷӻ ж:җ з:ҙ к:қҝҟӄҡ н:ңӈӊҥ о:ө п:ҧԥ р:ҏ с:ҫ т:ҭ у:ұү х:ҳӽӿһ ч:ҷҹҽҿ л:ӆԓԡԯ м:ӎ а:ә',
  // Hebrew: final letters, Yiddish digraphs
  'כ:ך מ:ם נ:ן פ:ף צ:ץ וו:װ וי:ױ יי:ײ',
  // Arabic, Persian, Urdu, Pashto, Kurdish: one letter under several code points, or written for one another
  'ا:ٱ ه:ةہھۃە ي:ىیےېۍێ ك:کڪ گ:ګ ن:ں',
  // Malayalam chillu letters and Bengali khanda ta have an older spelling of letter, virama and joiner
  'ണ്:ൺ ന്:ൻ ര്:ർ ല്:ൽ ള്:ൾ ക്:ൿ ত্:ৎ',
  // Devanagari: both nasal signs are written for one another
  'ं:ँ',
  // Han: variants that Japanese standards treat as one character and names on paper do not
  '高:髙 崎:﨑 吉:𠮷',
  // Small kana are large on bank forms, insurance cards and in older registers
  'あ:ぁ い:ぃ う:ぅ え:ぇ お:ぉ つ:っ や:ゃ ゆ:ゅ よ:ょ わ:ゎ か:ゕ け:ゖ',
];

export const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  PLAIN.flatMap((line) => line.split(' ')).flatMap((entry) => {
    const [plain = '', letters = ''] = entry.split(':');
    return [...letters].map((letter): [string, string] => [letter, plain]);
  }),
);

/** The other habitual spelling: Mueller, Aagaard, Soeren, Aliyev. Marks are characters of their own, as in NFKD. */
export const SECOND_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['a\u0308', 'ae'],
  ['o\u0308', 'oe'],
  ['u\u0308', 'ue'],
  ['a\u030a', 'aa'],
  ['ø', 'oe'],
  ['ŋ', 'ng'],
  ['ə', 'a'],
  ['ǝ', 'a'],
]);

/** Apostrophes, letters used as such (okina, hamza and ayn of transliterations, glottal stops), geresh, gershayim. */
export const APOSTROPHES = /['"`´΄‘’‚‛“”„‟′″‵＇｀ʹʺʻʼʽʾʿˈˊˋ՚׳״᾽᾿῾꞉ꞌꞋʔʕɂɁߴߵ]/g;

/** What joins parts of a name and also separates them, besides apostrophes: dashes, middle dots, tshegs, the full stop. */
export const HYPHENS = /^[\p{Pd}\u2212\u2043\u02d7.·•‧・་༌]+$/u;

/** Invisible characters, tatweel, hamza on its own (its seats lose it with their marks), and clicks, typed as punctuation. */
export const DROPPED = /[\p{Default_Ignorable_Code_Point}\p{Cf}ـءٴǀǁǂǃ]/gu;

/** Marks that do not distinguish people: of Latin, Greek, Cyrillic, Arabic, Hebrew, Syriac; kana voicing stays. */
export const ACCENTS =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]]--[\u3099\u309a]]/gv;
