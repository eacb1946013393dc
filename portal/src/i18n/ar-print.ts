import type { enPrint } from './en-print';

export const arPrint: typeof enPrint = {
  print: {
    printed: (when, by) => `طُبع في ${when}، ${by}`,
    list: 'طباعة قائمة',
    toCalendar: 'إلى التقويم',
    apart: 'صفحة جديدة لكل طبيب',
    minutes: 'دقيقة',
    kind: 'النوع',
    followUp: 'متابعة',
    queue: 'الدور',
    notes: 'ملاحظات',
    goesOn: 'هناك المزيد: هذه هي الأولى منها.',
    part: (range) => `هناك المزيد: هذه هي ${range}.`,
    cardOf: 'بطاقة المريض',
    labels: 'الملصقات',
    born: (day) => `المولد ${day}`,
    toPatient: 'إلى المريض',
    copies: 'العدد',
    size: 'المقاس',
    sheet: (count, size) => `ورقة A4، ${count} ملصقًا ${size} مم`,
    millimetres: (size) => `${size} مم`,
    slip: 'قسيمة الموعد',
    printSlip: 'طباعة القسيمة',
    queueNumber: 'رقم دورك',
  },
};
