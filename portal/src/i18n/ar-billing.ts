import type { enBilling } from './en-billing';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

const invoices = (count: number) =>
  plural(count, { zero: 'لا فواتير', one: 'فاتورة واحدة', two: 'فاتورتان', few: '# فواتير', other: '# فاتورة' });

export const arBilling: typeof enBilling = {
  billing: {
    title: 'الفواتير',
    search: 'بحث',
    searchHint: 'الرقم أو المريض أو الخدمة',
    show: 'عرض',
    unpaid: 'غير المسددة',
    overdue: 'المتأخرة',
    issuedFrom: 'صدرت من',
    issuedTo: 'صدرت حتى',
    found: invoices,
    atLeast: (count) => `${invoices(count)} أو أكثر`,
    none: 'لا فواتير.',
    range: (from, to) => `${from}–${to}`,
    before: 'الصفحة السابقة',
    after: 'الصفحة التالية',
    together: 'المجموع',
    visit: 'الزيارة',
    invoiceVisit: 'إصدار فاتورة لهذه الزيارة',
    invoiceAgain: 'فاتورة أخرى لهذه الزيارة',
    ofVisit: 'فواتير هذه الزيارة',

    writeOff: 'شطب …',
    writeOffTitle: 'شطب الفاتورة',
    writeOffHint: (remaining) =>
      `لن يُطالَب أحد بالمبلغ المتبقي ${remaining}، ولا يمكن تغيير الفاتورة بعد ذلك. وما يُدفع رغم ذلك يمكن تسجيله.`,
    writeOffConfirm: (remaining) => `شطب ${remaining}`,
    wasWrittenOff: 'شُطبت الفاتورة.',

    refundBefore: (paid) => `دُفع ${paid} من هذه الفاتورة. ردّه أولًا.`,
    refundFirst: (paid) => `رد ${paid} …`,
    refundHint: (most) => `${most} على الأكثر، وهو ما دُفع.`,
    refundCredit: (credit) => `دُفع ${credit} زيادةً على المستحق.`,
    owedAgain: (remaining) => `بعد ذلك يصبح ${remaining} مستحقًا.`,
    reason: 'السبب',
    reasonHint: 'يُطبع على الإيصال.',

    tooMuch: (amount, remaining) => `المبلغ ${amount} أكبر من المتبقي ${remaining}.`,
    becomesCredit: (credit) => `سيصبح للمريض رصيد دائن قدره ${credit}.`,
    allTheSame: (amount) => `تسجيل ${amount} رغم ذلك`,
    changeAmount: 'تغيير المبلغ',

    receipt: 'إيصال',
    refundReceipt: 'إيصال رد مبلغ',
    receivedFrom: 'استُلم من',
    paidTo: 'دُفع إلى',
    forInvoice: 'عن الفاتورة',
    invoiceTotal: 'إجمالي الفاتورة',
    remainingOn: (date: string) => `المتبقي في ${date}`,
    creditOn: (date: string) => `رصيد دائن في ${date}`,
    note: 'ملاحظة',
    recordedBy: 'سجّله',
    toInvoice: 'إلى الفاتورة',
  },
};
