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
    chooseDepartment: 'اختر قسمًا أو طبيبًا لرؤية الأوقات المتاحة.',
    week: (from, to) => `${from} – ${to}`,
    weekBefore: 'الأسبوع السابق',
    weekAfter: 'الأسبوع التالي',
    none: 'لا أوقات متاحة في هذا الأسبوع.',
    doctors: (count) =>
      plural(count, { one: 'طبيب واحد', two: 'طبيبان', few: '# أطباء', many: '# طبيبًا', other: '# طبيب' }),
    chosen: 'الوقت المختار',
    followUp: 'هذه زيارة متابعة',
    submit: 'احجز',
    choosePatient: 'اختر مريضًا.',
    chooseTime: 'اختر وقتًا متاحًا.',
    booked: (patient, when) => `تم الحجز للمريض ${patient}: ${when}.`,
    walkIn: 'المريض حاضر من دون موعد',
    walkInHint: 'يُسجَّل حضور المريض فورًا ويحصل على الرقم التالي في دور القسم.',
    atOnce: 'الآن',
    chooseBoth: 'اختر القسم والطبيب.',
    checkedIn: (patient) => `سُجّل حضور ${patient}.`,
    queue: (number) => `رقم الدور: ${number}`,
    notNow: 'الطبيب غير متاح الآن. اختر طبيبًا آخر أو احجز وقتًا متاحًا.',
    taken: 'حُجز هذا الوقت في هذه الأثناء. هذه هي الأوقات المتاحة الآن.',
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
