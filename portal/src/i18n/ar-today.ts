import type { enToday } from './en-today';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arToday: typeof enToday = {
  today: {
    title: 'اليوم',
    counts: 'اليوم بالأرقام',
    count: 'المواعيد',
    done: 'اكتملت',
    waiting: 'في الانتظار',
    nobodyWaits: 'لا أحد في الانتظار.',
    inRoom: 'عند الطبيب',
    nobodyInRoom: 'لا أحد عند الأطباء.',
    late: 'متأخرون',
    nobodyLate: 'لا أحد متأخر.',
    next: 'القادمون',
    nobodyComes: 'لا مواعيد أخرى اليوم.',
    free: 'أقرب الأوقات المتاحة',
    nothingFree: 'لم يبقَ وقت متاح اليوم.',
    cancelled: 'أُلغيت وعادت متاحة',
    nothingCancelled: 'لا وقت ملغى متاح.',
    number: 'الرقم',
    since: 'مدة الانتظار',
    from: 'منذ',
    at: 'الوقت',
    acts: 'الخطوة التالية',
    isNext: 'التالي',
    isLong: 'انتظار طويل',
    call: 'نداء',
    complete: 'اكتملت',
    byKey: (what, key) => `${what} (المفتاح ${key})`,
    keys: 'المفاتيح على الصف: C للنداء، وD للإكمال، وI لتسجيل الحضور، وN لمن لم يحضر، وZ للتراجع. تنقلك مفاتيح الأسهم من صف إلى آخر، ويفتح مفتاح الإدخال الزيارة.',
    was: (name, status) => `${name}: ${status}`,
    undo: 'تراجع',
    showAll: (count) =>
      plural(count, {
        one: 'عرض الكل',
        two: 'عرض الاثنين',
        few: 'عرض الكل (#)',
        many: 'عرض الكل (#)',
        other: 'عرض الكل (#)',
      }),
    bookWith: (time, name) => `حجز ${time}، ${name}`,
    everybody: 'يوم الجميع',
    money: 'المال',
    asOf: (time) => `حتى ${time}`,
    taken: 'المقبوض اليوم',
    unpaid: (count) =>
      plural(count, {
        zero: 'لا فواتير غير مدفوعة',
        one: 'غير مدفوع، فاتورة واحدة',
        two: 'غير مدفوع، فاتورتان',
        few: 'غير مدفوع، # فواتير',
        many: 'غير مدفوع، # فاتورة',
        other: 'غير مدفوع، # فاتورة',
      }),
    unpaidMore: (count) => plural(count, { few: 'أكثر من # فواتير غير مدفوعة', other: 'أكثر من # فاتورة غير مدفوعة' }),
    overdue: 'المتأخر سدادها',
  },
};
