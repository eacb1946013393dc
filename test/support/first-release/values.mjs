// What the hospital of the first release is made of: names, times and amounts as people and portals write them.

export const PASSWORD = 'stethoscope & 9 lives';
const address = (city, street = 'Main Street 1') => ({
  ...{ address_type: 'home', street, city, state: '', postal_code: '75320', country: 'Sweden' },
});
const condition = (n) => ({
  diagnozed_date: `20${String(n % 25).padStart(2, '0')}-05-04`,
  condition: `Condition ${n}`,
});
const many = (n, make) => Array.from({ length: n }, (_, i) => make(i));

/** First, middle and last name, telephone, day of birth: as people have and type them. */
export const PEOPLE = [
  ['Åsa', 'Maria', 'Svensson', '+46 70 123 45 67', '1984-02-29'],
  ['Aasa', null, 'Svensson', '070-1234567', '1984-02-28'],
  ['Jürgen', null, 'Müller-Lüdenscheidt', '0049 30 / 1234-56', '1950-12-31'],
  ['Conan', null, 'O’Neill', null, '1999-01-01'],
  ["Brian D'Arcy", '', "O'Neil", '(555) 010-9999', null],
  ['小龙', null, '李', '+86 10 1234 5678', '1940-11-27'],
  ['Мария', 'Ивановна', 'Иванова', '+7 (495) 123-45-67', '1970-07-07'],
  ['محمد', null, 'الأحمد', '٠١٢٣٤٥٦٧٨٩', '2001-03-04'],
  ['José María', null, 'de la Cruz', '600 123 456', '1984-03-02'],
  ['Thị Minh', null, 'Nguyễn', '+84 24 3825 5555', '2010-10-10'],
  ['İbrahim', null, 'Çelik', '0 212 555 12 34', '1965-05-05'],
  ['Weiß', null, 'Straße', '12', '1900-01-01'],
  ['Björk', null, 'Guðmundsdóttir', '+354 555 1234', '1965-11-21'],
  ['<b>Bobby</b>', '%', "Tables'); --", '_', '2004-04-04'],
  ['  Padded ', null, ' Name  ', ' 070 ', '1984-02-29'],
  ['Ἀλέξανδρος', null, 'Παπαδόπουλος', '210 123 4567', '1933-03-03'],
  ['x'.repeat(120), 'y'.repeat(60), 'z'.repeat(120), '1'.repeat(40), '1984-01-01'],
  ['Ōno', null, 'Jun’ichirō', '+81 3-1234-5678', '1991-09-09'],
  ['Anna', null, 'Berg', '+46 18 61 10 00', '1984-02-29'],
  ['Anna', null, 'Berg', '+46 18 61 10 00', '1984-02-29'],
  ['Annabel', 'Anna', 'Bergström', null, '1972-06-15'],
  ['Bo', null, '-', null, null],
  ['7 of 9', null, 'Borg 1984', '1984', '1984-12-12'],
  ['👩‍⚕️ Ada', null, 'Łukasiewicz', '+48 22 123 45 67', '1978-08-08'],
];
const BLOOD = ['A_POS', 'A_NEG', 'B_POS', 'NOT_SET', 'O_NEG', 'AB_POS', 'AB_NEG', 'O_POS', 'B_NEG'];

export const patientOf = ([first_name, middle_name, last_name, phone_number, dob], i) => ({
  ...{ gender: ['female', 'male', 'Other / 其他'][i % 3], first_name, middle_name, last_name, phone_number, dob },
  ...(i % 4 === 3
    ? {}
    : { blood_group: BLOOD[i % BLOOD.length], alt_phone_number: i % 2 ? `08-${i}00 00 ${i}` : null }),
  medical_conditions: i === 2 ? many(40, condition) : many(i % 3, condition),
  past_surgeries: many(i % 2, () => ({ surgery: 'Appendectomy “open”', date: '2001-11-30', surgeon: null })),
  current_medications: many(i % 3, (n) => ({ medication: `Salbutamol ${n}`, dosage: '100 µg', frequency: '' })),
  addresses: many(i % 3, (n) => address(['Uppsala', 'Malmö'][n])),
});

export const doctorOf = (first_name, last_name, license_number, more = {}) => ({
  ...{ first_name, last_name, license_number, gender: 'female', dob: '1975-06-15' },
  ...{ experience: 19.5, consultation_fee: 120.5, bio: 'Since 2005\nat the hospital', addresses: [address('Lund')] },
  ...more,
  user: { email: `${license_number.replace(/\W/g, '')}@clinic.example`, password: `${PASSWORD}!`, ...more.user },
});

/** Statuses and times of appointments, as portals write them. Some overlap. */
export const STATUSES = [
  'SCEDULED',
  'SCEDULED',
  'COMPLETED',
  'Cancelled',
  'no show',
  'CHECKED_IN',
  'waiting for the lab',
  'NO_SHOW',
];
export const SCHEDULES = [
  ...[
    '2026-12-01T09:30:00',
    '2026-12-01T09:45',
    '2026-12-01 10:00:00',
    '2026-12-01t09:30:00z',
    '2026-12-01T15:00:00+05:30',
  ],
  ...[
    '2026-12-01T01:30-0800',
    '2026-12-31T23:59:59.999999999',
    '2027-03-28T02:30:00',
    '2027-10-31T02:30:00+01',
    '0099-01-01T00:00',
  ],
  ...['2024-02-29T12:00:00,5', '2026-12-02T09:30:00', '2026-12-02T09:30:00', '9999-12-31T23:00:00Z'],
];
export const DURATIONS = [30, undefined, 0, 15, 22.5, 10_080, 1];

/** The statuses that an invoice goes through, each with what is paid by then. */
export const BILLS = [
  [['DRAFT', 0]],
  [['DRAFT', 40]],
  [['ISSUED', 0]],
  [
    ['DRAFT', 0],
    ['ISSUED', 0],
  ],
  [['PARTIALY_PAID', 40.55]],
  [
    ['ISSUED', 0],
    ['PARTIALY_PAID', 10],
  ],
  [
    ['ISSUED', 0],
    ['PARTIALY_PAID', 10],
    ['PAID', 1_000],
  ],
  [['PAID', 1_000]],
  [
    ['ISSUED', 0],
    ['VOID', 0],
  ],
  [
    ['PAID', 1_000],
    ['VOID', 1_000],
  ],
  [
    ['ISSUED', 10],
    ['WRITTEN_OFF', 10],
  ],
  [['WRITTEN_OFF', 5]],
  [
    ['DRAFT', 250],
    ['ISSUED', 20.5],
  ],
];

/** Each kind of file by its first bytes. */
export const BYTES = {
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpg: Buffer.from('ffd8ffe0', 'hex'),
  pdf: Buffer.from('%PDF-1.4\n'),
  doc: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  docx: Buffer.from('PK\x03\x04 [Content_Types].xml', 'latin1'),
};
export const FILE_NAMES = [
  'scan.png',
  'Röntgen links.JPG',
  'Bericht "final".pdf',
  'old.doc',
  'letter.docx',
  '..\\..\\x.pdf',
  '検査.png',
];

export const DEPARTMENTS = [
  { name: 'Cardiology', code: 'CARD', description: 'Heart', icon_codes: ['heart', '❤️'] },
  { name: 'Ögon', code: 'ög-1', icon_codes: [] },
  { name: 'Radiology & Imaging', code: 'RAD', description: 'x'.repeat(1_500), icon_codes: ['rays'] },
  { name: '小児科', code: '小児', description: '' },
];

/** First and last name, license, and what else. */
export const DOCTORS = [
  ['Erik', 'Lind', 'SE-12345', { bio: null }],
  ['Greta', 'Lindqvist', 'se 99', { middle_name: 'Elisabet', user: { username: 'Greta', phone_number: '+46 70 1' } }],
  ['Ngọc', 'Trần', 'VN/1', { experience: null, consultation_fee: 0 }],
  ['Former', 'Colleague', 'GONE-1'],
  ['Disabled', 'Colleague', 'OFF-1'],
];

export const itemOf = (n) => ({
  ...{ code: `${['ECG', 'x-ray', 'Übung'][n % 3]}-${n}`, name: `Service ${n} für Ärzte`, default_price: n * 12.25 },
  tags: [['imaging'], [], ['imaging', 'Größe L']][n % 3],
  ...{ discount_percent: n % 2 ? 12.5 : 0, discount_amount: n % 5, category: n % 4 ? `Category ${n % 2}` : null },
});
