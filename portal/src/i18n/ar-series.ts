import type { enSeries } from './en-series';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arSeries: typeof enSeries = {
  series: {
    title: 'سلسلة زيارات',
    repeat: 'هذه الزيارة تتكرر',
    weeks: 'كل كم أسبوعًا',
    ends: 'تنتهي السلسلة',
    endsAfter: 'بعد عدد من الزيارات',
    endsOn: 'في يوم محدد',
    count: 'عدد الزيارات',
    until: 'آخر يوم',
    incomplete: 'حدد كم مرة تتكرر الزيارة.',
    look: 'عرض الأيام …',
    notAll: (count) =>
      plural(count, {
        one: 'تعذّر حجز زيارة واحدة، وستُستبعد.',
        two: 'تعذّر حجز زيارتين، وستُستبعدان.',
        few: 'تعذّر حجز # زيارات، وستُستبعد.',
        many: 'تعذّر حجز # زيارة، وستُستبعد.',
        other: 'تعذّر حجز # زيارة، وستُستبعد.',
      }),
    submit: (count) =>
      plural(count, {
        one: 'حجز زيارة واحدة',
        two: 'حجز زيارتين',
        few: 'حجز # زيارات',
        many: 'حجز # زيارة',
        other: 'حجز # زيارة',
      }),
    booked: (count, patient) =>
      plural(count, {
        one: `تم حجز زيارة واحدة للمريض ${patient}.`,
        two: `تم حجز زيارتين للمريض ${patient}.`,
        few: `تم حجز # زيارات للمريض ${patient}.`,
        many: `تم حجز # زيارة للمريض ${patient}.`,
        other: `تم حجز # زيارة للمريض ${patient}.`,
      }),
    reasons: {
      overlap: 'لدى الطبيب موعد آخر',
      closed: 'مغلق',
      held: 'قيد الحجز لشخص آخر',
      no_resource: 'لا غرفة متاحة',
      not_offered: 'غير متاح في هذا الوقت',
    },
    partOf: 'جزء من سلسلة',
    place: (number, count) => `الزيارة ${number} من ${count} في سلسلة`,
    cancel: 'إلغاء هذه الزيارة وما يليها …',
    cancelTitle: 'إلغاء هذه الزيارة والزيارات التالية',
    cancelConfirm: 'إلغاء هذه الزيارات',
    cancelled: 'أُلغيت هذه الزيارة والزيارات التالية.',
  },
};
