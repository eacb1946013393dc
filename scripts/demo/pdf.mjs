// Letters as a hospital writes them, by pdfkit. Its own fonts are Latin: names in other scripts stay out of them, and the
// patient is known by number.
import PDFDocument from 'pdfkit';

const HOSPITAL = 'Lindenhof Hospital';
const ADDRESS = '12 Linden Street · Ward entrance by the park · demo data, all of it made up';

const WRITABLE = /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u2026€ŠšŽžŒœŸ]*$/;
const FOLDED = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

/** A name as the fonts have it, without accents that they lack; undefined if they lack its letters. */
function writable(name) {
  if (WRITABLE.test(name)) return name;
  const folded = name
    .replace(/[łŁđĐı]/g, (letter) => FOLDED[letter])
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  return WRITABLE.test(folded) ? folded : undefined;
}

const nameOf = ({ first_name, last_name }) => writable(`${first_name} ${last_name}`.trim());

/** @param date of the letter: with the time of writing, two runs would write two files */
function letter(title, date, write) {
  const created = new Date(`${date}T12:00:00Z`);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: 'en',
    info: { Title: title, Author: HOSPITAL, CreationDate: created, ModDate: created },
  });
  doc.font('Helvetica-Bold').fontSize(16).fillColor('#1f5f66').text(HOSPITAL);
  doc.font('Helvetica').fontSize(9).fillColor('#666').text(ADDRESS);
  doc.moveTo(56, 100).lineTo(539, 100).lineWidth(0.8).strokeColor('#1f5f66').stroke();
  doc.y = 124;
  doc.font('Helvetica-Bold').fontSize(14).fillColor('#111').text(title);
  doc.moveDown(0.5).font('Helvetica').fontSize(10).fillColor('#111');
  write(doc);
  return finished(doc);
}

async function finished(doc) {
  doc.end();
  return Buffer.concat(await Array.fromAsync(doc));
}

/** Lines in columns; numbers end at the right edge of theirs. */
function table(doc, columns, rows) {
  const line = (cells, font) => {
    const y = doc.y;
    doc.font(font);
    columns.forEach(({ x, width, align = 'left' }, i) => {
      doc.text(cells[i], x, y, { width, align, lineBreak: false });
    });
    doc.text('', 56, y + 16);
  };
  doc.moveDown();
  line(
    columns.map(({ title }) => title),
    'Helvetica-Bold',
  );
  for (const row of rows) line(row, 'Helvetica');
  doc.moveDown().font('Helvetica');
}

const about = (doc, patient) => {
  const name = nameOf(patient);
  doc.text(`Patient: ${name ? `${name}, ` : ''}${patient.reg_number}`);
  doc.text(`Date of birth: ${patient.dob}`);
};

/** What is measured: its unit, and from where to where it is normal. */
const TESTS = [
  ['Haemoglobin', 'g/L', 120, 160],
  ['Leukocytes', '10^9/L', 4, 10],
  ['Platelets', '10^9/L', 150, 400],
  ['C-reactive protein', 'mg/L', 0, 5],
  ['Creatinine', 'µmol/L', 45, 100],
  ['Glucose, fasting', 'mmol/L', 4, 6],
  ['LDL cholesterol', 'mmol/L', 1.4, 3.4],
];

export function labReport(patient, date, random) {
  return letter('Laboratory report', date, (doc) => {
    about(doc, patient);
    doc.text(`Sample taken: ${date} 07:40`);
    const rows = TESTS.map(([name, unit, low, high]) => {
      const value = low + (high - low) * (random.next() * 1.25 - 0.05);
      const mark = value > high ? 'high' : value < low ? 'low' : '';
      return [name, Math.max(0, value).toFixed(high > 50 ? 0 : 1), unit, `${low} - ${high}`, mark];
    });
    const columns = [
      { title: 'Test', x: 56, width: 150 },
      { title: 'Result', x: 206, width: 60, align: 'right' },
      { title: 'Unit', x: 280, width: 70 },
      { title: 'Reference', x: 356, width: 90 },
      { title: '', x: 450, width: 60 },
    ];
    table(doc, columns, rows);
    doc.text(
      'Values outside of the reference interval are marked. They mean something only together with the patient.',
    );
  });
}

export function referral(patient, doctor, department, date) {
  return letter('Referral', date, (doc) => {
    about(doc, patient);
    doc
      .moveDown()
      .text(`To: ${department}, Dr ${nameOf(doctor)}`)
      .moveDown();
    doc.text('Dear colleague,').moveDown(0.5);
    doc.text(
      'thank you for seeing this patient, whose complaints have lasted for some weeks now. Examination and blood',
    );
    doc.text(
      'tests here were without findings; the list of medicines is in the record. I would be glad of your opinion.',
    );
    doc.moveDown().text('With kind regards').text('Linden Street health centre');
  });
}

/** @param money writes an amount of the hospital's currency */
export function invoiceLetter(patient, invoice, date, money) {
  return letter(`Invoice ${invoice.reg_number}`, date, (doc) => {
    about(doc, patient);
    doc.text(`Date: ${invoice.issue_date.slice(0, 10)}`).text(`To be paid until: ${invoice.due_date.slice(0, 10)}`);
    const columns = [
      { title: 'Service', x: 56, width: 260 },
      { title: 'Quantity', x: 316, width: 60, align: 'right' },
      { title: 'Price', x: 386, width: 70, align: 'right' },
      { title: 'Amount', x: 466, width: 73, align: 'right' },
    ];
    const rows = invoice.items.map((item) => [
      item.name,
      String(item.quantity),
      money(item.unit_price),
      money(item.net_amount),
    ]);
    const discount = invoice.discount_percent ? [[`Discount ${invoice.discount_percent} %`, '', '', '']] : [];
    const taxes = (invoice.taxes ?? []).map((tax) => [`Tax ${tax.tax_percent} %`, '', '', money(tax.tax_amount)]);
    table(doc, columns, [...rows, ...discount, ...taxes, ['Total', '', '', money(invoice.total_amount)]]);
    doc.text(`Please pay ${money(invoice.total_amount)} and name ${invoice.reg_number}.`);
  });
}
