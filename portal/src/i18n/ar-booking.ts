import type { enBooking } from './en-booking';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arBooking: typeof enBooking = {
  booking: {
    menu: 'الحجز',
    title: 'حجز موعد',
    patient: 'المريض',
    patientHint: 'الاسم أو رقم الهاتف أو تاريخ الميلاد أو رقم التسجيل',
    change: 'مريض آخر',
    choose: 'اختر قسمًا أو طبيبًا لرؤية الأوقات المتاحة.',
    minutes: 'المدة بالدقائق',
    minutesHint: 'إن تُركت فارغة فهي بحسب ساعات عمل الطبيب',
    lasts: (count) =>
      plural(count, { one: 'دقيقة واحدة', two: 'دقيقتان', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' }),
    options: 'التفاصيل',
    movedFrom: 'الموعد الحالي',
    free: 'الأوقات المتاحة',
    week: (from, to) => `${from} – ${to}`,
    weekBefore: 'الأسبوع السابق',
    weekAfter: 'الأسبوع التالي',
    from: 'ابتداءً من يوم',
    next: 'أقرب وقت متاح',
    none: 'لا أوقات متاحة في هذه الأيام.',
    noneSoon: 'لا أوقات متاحة في الأشهر القادمة.',
    more: (count) =>
      plural(count, {
        one: 'وقت آخر',
        two: 'وقتان آخران',
        few: '# أوقات أخرى',
        many: '# وقتًا آخر',
        other: '# وقت آخر',
      }),
    moreOf: (text, of) => `${text}: ${of}`,
    why: { over: 'انقضى', closed: 'مغلق', off: 'لا دوام', full: 'ممتلئ' },
    visits: 'الزيارات القادمة',
    allVisits: 'كل الزيارات',
    chosen: 'الوقت المختار',
    own: 'وقت آخر',
    at: 'الساعة',
    followUp: 'هذه زيارة متابعة',
    submit: 'احجز',
    choosePatient: 'اختر مريضًا.',
    chooseTime: 'اختر وقتًا.',
    booked: (patient, when) => `تم الحجز للمريض ${patient}: ${when}.`,
    open: 'فتح الزيارة',
    chooseBoth: 'اختر القسم والطبيب.',
  },
  timeCheck: {
    title: 'في هذا الوقت؟',
    past: 'لقد مضى هذا الوقت.',
    closed: (name, when) => `مغلق: ${name}، ${when}.`,
    outside: (hours) => `خارج ساعات عمل الطبيب في هذا القسم، وهي في ذلك اليوم: ${hours}.`,
    noHours: 'لا يعمل الطبيب في هذا القسم في ذلك اليوم.',
    patient: (when, doctor) => `للمريض زيارة أخرى في ذلك الوقت: ${when}، ${doctor}.`,
    doctor: (when, patient) => `للطبيب موعد آخر في ذلك الوقت: ${when}، ${patient}.`,
    other: 'اختيار وقت آخر',
    book: 'الحجز على أي حال',
    move: 'النقل على أي حال',
  },
};
