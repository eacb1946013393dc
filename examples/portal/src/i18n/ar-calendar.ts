import type { enCalendar } from './en-calendar';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arCalendar: typeof enCalendar = {
  calendar: {
    title: 'التقويم',
    today: 'اليوم',
    dayBefore: 'اليوم السابق',
    dayAfter: 'اليوم التالي',
    date: 'التاريخ',
    department: 'القسم',
    doctor: 'الطبيب',
    hour: 'الساعة',
    count: (count) =>
      plural(count, {
        zero: 'لا مواعيد',
        one: 'موعد واحد',
        two: 'موعدان',
        few: '# مواعيد',
        many: '# موعدًا',
        other: '# موعد',
      }),
    empty: 'لا مواعيد في هذا اليوم.',
    book: 'حجز موعد',
    queue: (number) => `رقم الدور ${number}`,
  },

  appointment: {
    title: 'موعد',
    patient: 'المريض',
    time: 'الوقت',
    status: 'الحالة',
    followUp: 'زيارة متابعة',
    reason: 'سبب الإلغاء',
    checkIn: 'تسجيل الحضور',
    begin: 'بدء',
    complete: 'إكمال',
    noShow: 'لم يحضر',
    reopen: 'إعادة الجدولة',
    move: 'نقل …',
    moveTitle: 'نقل الموعد',
    cancel: 'إلغاء الموعد …',
    cancelTitle: 'إلغاء الموعد',
    cancelConfirm: 'إلغاء الموعد',
    keep: 'الإبقاء عليه',
    moveTo: (when) => `نقل إلى ${when}`,
    moved: (when) => `نُقل إلى ${when}.`,
    saved: (status) => `تم الحفظ: ${status}.`,
    queue: 'رقم الدور',
    conflict: 'للمريض زيارة أخرى في هذا الوقت.',
    conflictShow: 'عرضها',
    conflictNumber: (number) => `عرض الزيارة ${number}`,
  },
};
