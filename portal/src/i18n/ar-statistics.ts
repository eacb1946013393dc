import type { enStatistics } from './en-statistics';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arStatistics: typeof enStatistics = {
  statistics: {
    title: 'الإحصاءات',
    visits: 'الزيارات',
    revenue: 'الإيرادات',
    thisMonth: 'هذا الشهر',
    lastMonth: 'الشهر الماضي',
    thisYear: 'هذه السنة',
    by: 'حسب',
    bys: {
      doctor: 'الطبيب',
      department: 'القسم',
      status: 'الحالة',
      service: 'الخدمة',
      day: 'اليوم',
      week: 'الأسبوع',
      month: 'الشهر',
    },
    visitsBy: {
      doctor: 'الزيارات حسب الطبيب',
      department: 'الزيارات حسب القسم',
      status: 'الزيارات حسب الحالة',
      day: 'الزيارات حسب اليوم',
      week: 'الزيارات حسب الأسبوع',
      month: 'الزيارات حسب الشهر',
    },
    revenueBy: {
      doctor: 'الإيرادات حسب الطبيب',
      service: 'الإيرادات حسب الخدمة',
      day: 'الإيرادات حسب اليوم',
      week: 'الإيرادات حسب الأسبوع',
      month: 'الإيرادات حسب الشهر',
    },
    appointments: 'المواعيد',
    outcomes: {
      completed: 'مكتملة',
      to_come: 'قادمة',
      left_open: 'بقيت مفتوحة',
      no_show: 'لم يحضروا',
      cancelled: 'ملغاة',
    },
    leftOpenHint: 'بقيت مفتوحة: انتهى وقتها ولم يُسجَّل هل حضر المريض.',
    share: 'النسبة',
    booked: 'الوقت المحجوز',
    hours: 'ساعات العمل',
    used: 'نسبة الإشغال',
    billed: 'المفوتر',
    credited: 'إشعارات دائنة',
    earned: 'الإيرادات',
    net: 'دون الضريبة',
    invoices: 'الفواتير',
    revenueHint: 'تُحسب الفواتير في يوم إصدارها والإشعارات الدائنة في يومها. لا تُحسب المسودات ولا الفواتير الملغاة.',
    nobody: 'دون ذكر طبيب',
    sum: 'المجموع',
    others: (count) =>
      plural(count, { one: 'آخر واحد', two: 'آخران', few: '# آخرون', many: '# آخرون', other: '# آخرون' }),
    highest: (name, amount) => `الأعلى: ${name}، ${amount}.`,
    noVisits: 'لا مواعيد في هذه الأيام.',
    noRevenue: 'لا فواتير في هذه الأيام.',
    tooMuch: 'هذا أكثر مما يُجمع دفعة واحدة: اختر أيامًا أقل. أقصى مدة سنة، وأقل منها حين تكثر السجلات.',
  },
};
