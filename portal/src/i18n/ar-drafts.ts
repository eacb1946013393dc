import type { enDrafts } from './en-drafts';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arDrafts: typeof enDrafts = {
  drafts: {
    restored: 'عاد ما كنت قد كتبته هنا.',
    anew: 'ابدأ من جديد',
    unsaved: (count) => `غير محفوظ (${count})`,
    signOutTitle: 'أتريد الخروج وفقدان هذا؟',
    signOutHint: 'لم يُحفظ بعد:',
    stay: 'البقاء مسجّلًا',

    registration: (name) => (name ? `تسجيل ${name}` : 'تسجيل مريض'),
    patient: (name) => `تعديل بيانات ${name}`,
    list: (list, name) => `${list}: ${name}`,
    newInvoice: (name) => `فاتورة جديدة: ${name}`,
    invoice: (number) => `تعديل الفاتورة ${number}`,
    payment: (number) => `دفعة للفاتورة ${number}`,
    refund: (number) => `استرداد من الفاتورة ${number}`,
    credit: (number) => `إشعار دائن للفاتورة ${number}`,
    closure: (name) => (name ? `إغلاق «${name}»` : 'إغلاق جديد'),
    cancel: (name) => `إلغاء موعد ${name}`,
    account: 'حساب جديد',
    uploads: (count) =>
      plural(count, {
        zero: 'لا ملفات للرفع',
        one: 'ملف واحد للرفع',
        two: 'ملفان للرفع',
        few: '# ملفات للرفع',
        many: '# ملفًا للرفع',
        other: '# ملف للرفع',
      }),
  },
};
