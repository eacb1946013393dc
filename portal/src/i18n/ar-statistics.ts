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
    week: 'الأسبوع',
    month: 'الشهر',
    sums: (kind, what) => `${kind} حسب ${what}`,
    toCome: 'قادمة',
    leftOpen: 'بقيت مفتوحة',
    leftOpenHint: 'بقيت مفتوحة: انتهى وقتها ولم يُسجَّل هل حضر المريض.',
    share: 'النسبة',
    booked: 'الوقت المحجوز',
    hours: 'ساعات العمل',
    used: 'نسبة الإشغال',
    billed: 'المفوتر',
    net: 'دون الضريبة',
    revenueHint: 'تُحسب الفواتير في يوم إصدارها والإشعارات الدائنة في يومها. لا تُحسب المسودات ولا الفواتير الملغاة.',
    nobody: 'دون ذكر طبيب',
    sum: 'المجموع',
    others: (count) =>
      plural(count, { one: 'آخر واحد', two: 'آخران', few: '# آخرون', many: '# آخرون', other: '# آخرون' }),
    highest: (name, amount) => `الأعلى: ${name}، ${amount}.`,
    none: 'لا شيء في هذه الأيام.',
    tooMuch: 'هذا أكثر مما يُجمع دفعة واحدة: اختر أيامًا أقل.',
  },
};
