import type { enCash } from './en-cash';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arCash: typeof enCash = {
  cash: {
    title: 'تقرير الصندوق',
    from: 'من',
    to: 'إلى',
    balances: 'الأرصدة',
    method: 'طريقة الدفع',
    opening: 'الرصيد الافتتاحي',
    received: 'المقبوض',
    refunded: 'المردود',
    closing: 'الرصيد الختامي',
    net: 'الصافي',
    all: 'كل الطرق',
    days: 'حسب اليوم وطريقة الدفع والمستخدم',
    day: 'اليوم',
    account: 'سجّلها',
    nobody: 'دون تسجيل دخول',
    count: 'عدد الدفعات',
    payments: 'الدفعات',
    shown: (count) =>
      plural(count, {
        zero: 'لا دفعات',
        one: 'دفعة واحدة',
        two: 'دفعتان',
        few: '# دفعات',
        other: '# دفعة',
      }),
    none: 'لا دفعات في هذه الفترة.',
    noneSuch: 'لا دفعات من هذا النوع في هذه الفترة.',
    noneYet: 'لا شيء بين أول ما فُحص. بقي ما يُفحص: الصفحة التالية.',
    kind: 'النوع',
    kinds: { payment: 'دفعة', refund: 'رد مبلغ', adjustment: 'تسوية' },
    referenceHint: 'كما كُتب بالضبط',
    someone: 'مستخدم آخر',
    when: 'وقت التسجيل',
    invoice: 'الفاتورة',
    patient: 'المريض',
    download: 'تنزيل CSV',
    downloadOf: (what) => `تنزيل CSV: ${what}`,
    saved: (name) => `حُفظ باسم \u2066${name}\u2069.`,
  },
};
