/** People and things that do not exist, in the scripts and languages that a search must know. */

export interface WorldPatient {
  key: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  phone_number: string | null;
  dob: string | null;
  gender: string;
}

/** key, first name, last name, phone number, date of birth, middle name */
type Row = [key: string, first: string, last: string, phone?: string, dob?: string, middle?: string];

const PATIENT_ROWS: Row[] = [
  // German, Nordic, Icelandic, Sámi
  ['asa', 'Åsa', 'Svensson', '+46 70-123 45 67', '1984-02-29'],
  ['bo', 'Bo', 'Svensson', '070-765 43 21', '1951-12-03'],
  ['jurgen', 'Jürgen', 'Müller', '+49 30 901820', '1962-07-15'],
  ['petra', 'Petra', 'Mueller', '030 / 227 35 91', '1978-11-02'],
  ['kurt', 'Kurt', 'Muller', undefined, '1990-01-31'],
  ['samuel', 'Samuel', 'Manuel', '+34 612 345 678', '2001-05-06'],
  ['manul', 'Ida', 'Manül', undefined, '1999-09-09'],
  ['heinz', 'Heinz', 'Weißgerber', '+49 (0)89 55 66 77 88', '1944-04-20'],
  ['agard', 'Søren', 'Ågård', '+45 31 22 19 84', '1970-06-01'],
  ['aagaard', 'Lise', 'Aagaard', undefined, '1988-08-18'],
  ['ostergard', 'Ærø', 'Østergård', undefined, '1939-10-10'],
  ['thor', 'Þór', 'Guðmundsson', '+354 555 1234', '1993-03-03'],
  ['biegga', 'Máhtte', 'Biegŋa', '+47 912 34 567', '1981-01-09'],
  ['lindstrom', 'Östen', 'Lindström', undefined, '1966-06-16'],
  ['loewe', 'Karl', 'Löwe', undefined, '1923-12-24'],
  // English, Irish, Scottish, French, Italian, Portuguese, Spanish, Dutch
  ['obrien', 'Mary', "O'Brien", '+353 87 555 0199', '1975-03-17'],
  ['obrian', 'Sean', 'O’Brien', undefined, '1980-10-31'],
  ['oconnor', 'Siobhán', 'O Connor', undefined, '1991-02-01'],
  ['dangelo', 'Lucia', "D'Angelo", '+39 06 6982 1234', '1959-01-25'],
  ['angelo', 'Dario', 'Angelo', '+39 347 111 2233', '1961-09-12'],
  ['annemarie', 'Anne-Marie', 'Smith-Jones', '+1 (212) 555-0147', '1984-11-23'],
  ['annemarie2', 'Annemarie', 'Koch', undefined, '1949-05-23'],
  ['anne', 'Anne', 'Hill', undefined, '1997-07-07', 'Marie'],
  ['marie', 'Marie', 'Anderson', undefined, '2003-03-30'],
  ['jean', 'Jean-Claude-Marie', 'Lefèvre', '06 12 34 56 78', '1957-07-14'],
  ['noel', 'Noël', 'Çelik-Garçon', '07 12 34 56 78', '1995-12-25'],
  ['coeur', 'Zoë', 'Sacrécœur', undefined, '2012-02-02'],
  ['macdonald', 'Flora', 'Mac Donald', '+44 (0)20 7946 0958', '1945-07-22'],
  ['vanderberg', 'Joost', 'van der Berg', '+31 20 794 60 58', '1968-08-08'],
  ['vandenberg', 'Els', 'Vandenberg', undefined, '1969-09-19'],
  ['mariajose', 'María José', 'García López', '+34 611 22 33 44', '1972-10-12'],
  ['maria', 'María', 'García', undefined, '1988-02-14'],
  ['nunez', 'Iñaki', 'Núñez', undefined, '1977-07-17'],
  ['joao', 'João', 'da Conceição', '+55 11 91234-5678', '1986-06-24'],
  ['tolkien', 'J.R.R.', 'Tolkin', undefined, '1892-01-03'],
  ['galla', 'Montserrat', 'Gal·la', undefined, '1964-04-23'],
  ['double', 'Ann', "O'Hara-Fitz", undefined, '1936-11-08'],
  ['ana', 'Ana', 'Silva', '+351 91 222 4567', '1979-09-29'],
  ['ana2', 'Ana', 'Sousa', '+351 91 222 4568', '1979-09-30'],
  // Polish, Czech, Hungarian, Romanian, Croatian, Baltic, Albanian, Maltese
  ['lukasz', 'Łukasz', 'Wałęsa', '+48 601 234 567', '1983-04-04'],
  ['dvorak', 'Antonín', 'Dvořák', '+420 601 987 654', '1941-09-08'],
  ['gyorgy', 'György', 'Szőke', '+36 20 123 4567', '1955-05-15'],
  ['stefan', 'Ștefan', 'Țîrlea', undefined, '1998-12-01'],
  ['dorde', 'Đorđe', 'Šušnjić', undefined, '1974-01-27'],
  ['jonas', 'Jonas', 'Žemaitis', '8 612 34567', '1963-03-15'],
  ['ghawdex', 'Ċensu', 'Għawdex-Borġ', undefined, '1953-08-15'],
  // Turkish, Azerbaijani
  ['isil', 'Işıl', 'İnönü', '+90 532 111 22 33', '1989-10-29'],
  ['iskender', 'İSKENDER', 'Yıldız', undefined, '1971-11-10'],
  ['eliyev', 'Əli', 'Əliyev', '+994 50 123 45 00', '1994-05-28'],
  // West and East African, Hawaiian
  ['bala', 'Ɓala', 'Ƙofar-Ɗan', '+234 803 555 7788', '1982-10-01'],
  ['kofi', 'Kɔfi', 'Agbɛnyega', '+233 24 555 6677', '1985-03-06'],
  ['wanjiru', 'Wanjirũ', "Ng'ang'a", '+254 712 345 999', '1992-12-12'],
  ['kealoha', 'Kaʻiulani', 'Keʻaloha', undefined, '1996-10-16'],
  // Vietnamese
  ['duc', 'Đức', 'Nguyễn', '+84 91 234 56 70', '1987-09-02', 'Văn'],
  ['phuong', 'Phương', 'Trần', '0912 345 671', '1990-04-30', 'Thị'],
  ['nguyet', 'Nguyệt', 'Đỗ', undefined, '1958-05-19'],
  // Greek
  ['odysseas', 'Οδυσσέας', 'Παπαδόπουλος', '+30 210 123 9876', '1960-03-25'],
  ['maia', 'Μαΐα', 'Ξένου', undefined, '1976-10-28'],
  // Russian, Ukrainian, Serbian, Kazakh
  ['fedor', 'Фёдор', 'Йорданский', '+7 916 123-45-68', '1921-11-11', 'Михайлович'],
  ['elena', 'Елена', 'Соловьёва', '8 (495) 765-43-00', '1975-08-24'],
  ['myata', 'Ганна', "М'ята", '+380 67 123 45 99', '1991-08-24'],
  ['nadiya', 'Надія', 'Ґалаґан', undefined, '1986-04-26'],
  ['alia', 'Әлия', 'Құнанбаева', undefined, '1925-06-15'],
  ['anna-ru', 'Анна-Мария', 'Петрова', undefined, '1999-01-07'],
  // Armenian, Georgian, Amharic
  ['armen', 'Արմեն', 'Սարգսյան', '+374 91 55 44 33', '1953-06-23'],
  ['nino', 'ნინო', 'ბერიძე', undefined, '1984-01-14'],
  ['selam', 'ሰላም', 'ተስፋዬ', undefined, '1993-09-11'],
  // Hebrew, Yiddish
  ['moshe', 'משה', 'כהן', '050-123-9999', '1948-05-14'],
  ['george', "ג'ורג'", 'שָׁלוֹם', undefined, '1967-06-07'],
  ['benzion', 'בן־ציון', 'פרידמן', undefined, '1938-09-25'],
  ['yiddish', 'חײם', 'װײס', undefined, '1929-10-24'],
  // Arabic
  ['abdallah', 'عبد الله', 'الأحمد', '٠٥٠١٢٣٤٥٥٥', '1973-10-06'],
  ['abdullah2', 'عبدالله', 'سعيد', '+966 50 765 1111', '1979-11-20'],
  ['muhammad', 'مُحَمَّد', 'فؤاد', undefined, '1965-01-01'],
  ['fatima', 'فاطمة', 'الزهراء', undefined, '1983-02-19'],
  ['mustafa', 'مصطفى', 'هـــــاني', undefined, '1990-07-23'],
  ['isra', 'إسراء', 'أبو بكر', undefined, '2000-04-04'],
  // Persian, Urdu
  ['alireza', 'علی‌رضا', 'کریمی', '۰۹۱۲۳۴۵۶۷۰۰', '1985-03-21'],
  ['yasaman', 'یاسمن', 'یزدانی', undefined, '1996-06-21'],
  ['shah', 'شاہ رخ', 'خاں', '+92 300 123 4500', '1965-11-02'],
  // Hindi, Marathi, Bengali, Punjabi, Gujarati, Tamil, Telugu, Kannada, Malayalam, Sinhala
  ['ram', 'राम', 'शर्मा', '+91 98765 43210', '1970-08-15'],
  ['rima', 'रीमा', 'शर्मा', '+91 98765 43211', '1975-01-26'],
  ['rama', 'रमा', 'वर्मा', undefined, '1980-01-01'],
  ['faiz', 'फ़ैज़', 'क़ुरैशी', undefined, '1971-02-13'],
  ['chand', 'चाँद', 'राठौड़', undefined, '1968-03-03'],
  ['krishna', 'कृष्णा', 'देशपांडे', '९८२०१२३४५६', '1960-05-01'],
  ['rahim', 'রহিম', 'চৌধুরী', '+880 1711 123 400', '1971-12-16'],
  ['rohan', 'রোহান', 'বড়ুয়া', undefined, '1988-02-21'],
  ['sukhi', 'ਸੁਖਵਿੰਦਰ', 'ਸ਼ੇਰਗਿੱਲ', undefined, '1978-04-13'],
  ['sahil', 'સાહિલ', 'પટેલ', undefined, '1990-05-01'],
  ['murugan', 'முருகன்', 'கோபால்', '+91 44 2345 6700', '1967-01-14'],
  ['meena', 'மீனா', 'கோபி', undefined, '1982-01-15'],
  ['mina-ta', 'மினா', 'சேகர்', undefined, '1983-01-15'],
  ['venkat', 'వెంకట్', 'రావు', undefined, '1956-11-01'],
  ['basava', 'ಬಸವ', 'ಗೌಡ', undefined, '1949-11-01'],
  ['jayan', 'ജയൻ', 'നായർ', undefined, '1973-11-01'],
  ['nimal', 'නිමල්', 'පෙරේරා', '+94 71 234 5600', '1981-02-04'],
  // Thai, Lao, Khmer, Burmese, Tibetan
  ['somchai', 'สมชาย', 'ใจดี', '081-234-5600', '1977-12-05'],
  ['somchit', 'สมจิตร', 'น้ำทิพย์', undefined, '1979-12-05'],
  ['kaew', 'แก้ว', 'ชัยชนะ', undefined, '1985-04-13'],
  ['kan', 'กาน', 'ชัยพร', undefined, '1986-04-13'],
  ['bounmy', 'ບຸນມີ', 'ສີສຸວັນ', undefined, '1975-12-02'],
  ['bounma', 'ບຸນມາ', 'ພົມມະ', undefined, '1976-12-02'],
  ['sok', 'សុខ', 'ចាន់', '+855 12 345 600', '1969-11-09'],
  ['sak', 'សក', 'ចន្ទ', undefined, '1970-11-09'],
  ['aung', 'အောင် ဆန်း', '', undefined, '1915-02-13'],
  ['su', 'စုစု', 'မြင့်', undefined, '1945-06-19'],
  ['tenzin', 'བསྟན་འཛིན', 'རྒྱ་མཚོ', undefined, '1935-07-06'],
  // Chinese
  ['xiaoming', '小明', '王', '138 0013 8000', '1990-10-01'],
  ['xiaohong', '小红', '王', '138 0013 8001', '1992-10-01'],
  ['wangwei', '王伟', '', undefined, '1985-05-05'],
  ['limingjie', '李明杰', '', undefined, '1986-01-02'],
  ['ouyang', '娜娜', '欧阳', undefined, '2000-06-15'],
  ['smith-zh', '约翰·史密斯', '', undefined, '1970-04-01'],
  // Japanese
  ['taro', '太郎', '山田', '090-1234-5600', '1984-02-28'],
  ['hanako', 'はなこ', '山田', undefined, '1985-03-03'],
  ['kaori', 'かおり', '佐々木', undefined, '1991-01-01'],
  ['gaori', 'がおり', '鈴木', undefined, '1991-01-02'],
  ['maria-ja', 'マリア', 'サントス', undefined, '1975-07-07'],
  ['jun', 'ｼﾞｭﾝ', '髙橋', undefined, '1966-02-02'],
  ['jiro', '次郎 伊藤', '', undefined, '1972-02-22'],
  // Korean
  ['cheolsu', '철수', '김', '010-1234-5601', '1987-06-10'],
  ['yeonghui', '영희', '강', undefined, '1988-06-10'],
  ['ga', '가영', '이', undefined, '1989-06-10'],
  ['minjun', '박민준', '', undefined, '2004-11-11'],
  // Written in odd ways
  ['width', 'ＪＯＨＮ', 'ＤＯＥ', '＋１ ２１２ ５５５ ０１９９', '1933-03-13'],
  ['soft', 'Kon\u00adstan\u200btin', '\u202bBauer\u202c\ufeff', undefined, '1931-01-13'],
  ['ligature', 'Steﬁ', 'Graﬀ', undefined, '1969-06-14'],
  ['digits', 'Louis 14', 'Bourbon', undefined, '1938-09-05'],
  ['emoji', 'Zelda 🌸', '🙂 Bloom', undefined, '2010-10-10'],
  // Called like months
  ['may', 'May', 'August', '+61 2 5550 8812', '1950-08-11'],
];

export const WORLD_PATIENTS: WorldPatient[] = PATIENT_ROWS.map(([key, first, last, phone, dob, middle]) => ({
  key,
  first_name: first,
  middle_name: middle ?? null,
  last_name: last,
  phone_number: phone ?? null,
  dob: dob ?? null,
  gender: 'unknown',
}));

export const WORLD_DOCTORS = [
  { key: 'lind', first_name: 'Erik', last_name: 'Lind', license_number: 'SE-12345' },
  { key: 'grün', first_name: 'Eva', last_name: 'Grün', license_number: 'DE 77/0815' },
  { key: 'li', first_name: '医生', last_name: '李', license_number: 'CN110000' },
  { key: 'dsouza', first_name: 'Rita', last_name: "D'Souza", license_number: 'MCI2019-44' },
];

export const WORLD_DEPARTMENTS = [
  { key: 'cardiology', code: 'CARD', name: 'Cardiology' },
  { key: 'cardiac', code: '4B', name: 'Cardiac Surgery, Ward 4B' },
  { key: 'neijike', code: 'XZNK', name: '心脏内科' },
  { key: 'waike', code: 'XWK', name: '心外科' },
  { key: 'geka', code: 'GEKA', name: '整形外科センター' },
  { key: 'hno', code: 'HNO', name: 'Hals-Nasen-Ohren-Heilkunde' },
];

export const WORLD_CATALOG = [
  { key: 'blood', code: 'LAB-12', name: 'Complete blood count', category: 'Laboratory', description: null },
  { key: 'xray', code: 'RAD.A01-7', name: 'Chest X-ray', category: 'Radiology', description: 'Two views' },
  { key: 'pcr', code: 'LAB-120', name: 'COVID-19 PCR', category: 'Laboratory', description: 'Swab, 2 ml' },
  { key: 'ibuprofen', code: 'MED/IBU', name: 'Ibuprofen 400/600 mg', category: 'Pharmacy', description: null },
  {
    key: 'mri',
    code: 'MRI-1',
    name: '头部MRI检查',
    category: '放射科',
    description: '使用造影剂的头部检查，需要三十分钟。',
  },
];
