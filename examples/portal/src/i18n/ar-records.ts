import type { enRecords } from './en-records';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arRecords: typeof enRecords = {
  severity: { mild: 'خفيفة', moderate: 'متوسطة', severe: 'شديدة' },
  payerKind: { insurance: 'تأمين', employer: 'جهة العمل', relative: 'قريب', other: 'غير ذلك' },

  person: {
    more: 'البريد الإلكتروني والقريب والجهة الدافعة والوفاة',
    moreNew: 'البريد الإلكتروني والقريب والحساسية والجهة الدافعة',
    email: 'البريد الإلكتروني',
    nationalId: 'الرقم الوطني',
    taken: 'هذا الرقم الوطني مسجَّل لمريض آخر. ابحث عنه في القائمة: قد يكون الشخص نفسه.',
    language: 'اللغة المفضلة',
    kin: 'أقرب الأقارب',
    relation: 'صلة القرابة',
    kinPhone: 'هاتف القريب',
    payer: 'الجهة الدافعة',
    payerKind: 'نوع الجهة الدافعة',
    memberNumber: 'رقم العضوية',
    taxId: 'الرقم الضريبي',
    mother: 'الأم',
    toMother: 'إلى سجل الأم',
    known: 'مسجَّلة',
    deceased: 'تاريخ الوفاة',
    deceasedHint: 'لا يُحجز للمريض شيء بعد هذا الوقت.',
    died: 'متوفى',
    stillBooked: (count) =>
      plural(count, {
        one: 'تم الحفظ. ما زال هناك موعد واحد محجوز: ألغه من هنا.',
        two: 'تم الحفظ. ما زال هناك موعدان محجوزان: ألغهما من هنا.',
        few: 'تم الحفظ. ما زالت هناك # مواعيد محجوزة: ألغها من هنا.',
        many: 'تم الحفظ. ما زال هناك # موعدًا محجوزًا: ألغها من هنا.',
        other: 'تم الحفظ. ما زال هناك # موعد محجوز: ألغها من هنا.',
      }),
    allergy: (number) => `الحساسية ${number}`,
    addAllergy: 'إضافة حساسية',
    noneKnown: 'لا حساسية معروفة',
    notAsked: 'لم يُسأل المريض بعد.',
    savesNone: 'حفظ القائمة فارغةً يعني أن المريض ليست لديه حساسية معروفة.',
  },

  merge: {
    title: 'دمج سجلين',
    begin: 'هل سُجّل مرتين؟ ادمجه مع سجل آخر',
    compare: 'مقارنة ودمج',
    compareWith: (number) => `مقارنة ودمج مع ${number}`,
    intro: 'تأكّد من أن السجلين للشخص نفسه. حيث يختلفان اختر الصحيح، ويُحتفظ بكل ما عدا ذلك.',
    field: 'الحقل',
    stays: 'يبقى',
    goes: 'يُدمج',
    other: 'السجل الآخر للشخص نفسه',
    taken: '(يُنقل)',
    both: 'يجمع التاريخ الطبي والحساسية والعناوين ما في السجلين. وتنتقل المواعيد والفواتير والملفات إلى السجل الباقي.',
    swap: 'الإبقاء على السجل الآخر',
    submit: 'دمج …',
    question: (goes, stays) =>
      `هل تريد دمج \u2068${goes}\u2069 في \u2068${stays}\u2069؟ يمكن التراجع عن ذلك خلال 30 يومًا ما لم يتغيّر شيء مما نُقل.`,
    confirm: 'دمج السجلين',
    done: (number, moved) => `دُمج \u2068${number}\u2069 في هذا السجل. نُقل إلى هنا: ${moved}.`,
    ledHere: (number) => `جئت من \u2068${number}\u2069 الذي دُمج في هذا السجل.`,
    appointments: (count) =>
      plural(count, {
        zero: 'لا مواعيد',
        one: 'موعد واحد',
        two: 'موعدان',
        few: '# مواعيد',
        many: '# موعدًا',
        other: '# موعد',
      }),
    invoices: (count) =>
      plural(count, {
        zero: 'لا فواتير',
        one: 'فاتورة واحدة',
        two: 'فاتورتان',
        few: '# فواتير',
        many: '# فاتورة',
        other: '# فاتورة',
      }),
    files: (count) =>
      plural(count, {
        zero: 'لا ملفات',
        one: 'ملف واحد',
        two: 'ملفان',
        few: '# ملفات',
        many: '# ملفًا',
        other: '# ملف',
      }),
    records: 'سجلات دُمجت في هذا السجل',
    undo: 'تراجع',
    undoOf: (number) => `تراجع عن دمج ${number}`,
    undoTitle: 'التراجع عن الدمج',
    undoQuestion: (number) =>
      `هل تريد أن يعود \u2068${number}\u2069 سجلًا مستقلًا؟ يستعيد ما نُقل منه إلى هنا، ويبقى هنا ما أُضيف بعد الدمج.`,
    undone: (moved) => `تم التراجع. أُعيد: ${moved}.`,
    apart: 'عاد السجلان منفصلين.',
    toOther: 'إلى السجل الآخر',
  },
};
