// What the recorded hospital is made of: names, times and files as people and portals write them.

export const PASSWORD = 'stethoscope & 9 lives';

/** First, middle and last name, telephone, day of birth. */
export const PEOPLE = [
  ['Åsa', 'Maria', 'Svensson', '+46 70 123 45 67', '1984-02-29'],
  ['Jürgen', null, 'Müller-Lüdenscheidt', '0049 30 / 1234-56', '1950-12-31'],
  ['Conan', null, 'O’Neill', null, '1999-01-01'],
  ['Aasa', null, 'Svensson', '070-1234567', '1984-02-28'],
  ['小龙', null, '李', '+86 10 1234 5678', '1940-11-27'],
  ['Мария', 'Ивановна', 'Иванова', '+7 (495) 123-45-67', '1970-07-07'],
  ['محمد', null, 'الأحمد', '٠١٢٣٤٥٦٧٨٩', '2001-03-04'],
  ['İbrahim', null, 'Çelik', '0 212 555 12 34', '1965-05-05'],
  ['Weiß', null, 'Straße', '12', '1900-01-01'],
  ['<b>Bobby</b>', null, "Tables'); --", '_', '2004-04-04'],
  ['👩‍⚕️ Ada', null, 'Łukasiewicz', '+48 22 123 45 67', '1978-08-08'],
];

export const STATUSES = ['SCEDULED', 'SCEDULED', 'COMPLETED', 'no show', 'CHECKED_IN', 'waiting for the lab'];
export const SCHEDULES = [
  ...['2026-12-01T09:30:00', '2026-12-01T09:45', '2026-12-01 10:00:00', '2026-12-01t09:30:00z'],
  ...['2026-12-01T15:00:00+05:30', '2027-03-28T02:30:00', '2027-10-31T02:30:00+01', '2024-02-29T12:00:00,5'],
];

/** Each kind of file by its first bytes. */
export const BYTES = {
  png: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  jpg: Buffer.from('ffd8ffe0', 'hex'),
  pdf: Buffer.from('%PDF-1.4\n'),
  docx: Buffer.from('PK\x03\x04 [Content_Types].xml', 'latin1'),
};
export const FILES = ['scan.png', 'Röntgen links.JPG', 'Bericht "final".pdf', 'letter.docx', '検査.png'];
