import type { enWaiting } from './en-waiting';
import { pluralOf } from './plural';

const plural = pluralOf('ar');
const waiting = (count: number): string =>
  plural(count, {
    zero: 'لا أحد ينتظر',
    one: 'شخص واحد ينتظر',
    two: 'شخصان ينتظران',
    few: '# أشخاص ينتظرون',
    many: '# شخصًا ينتظرون',
    other: '# شخص ينتظرون',
  });

export const arWaiting: typeof enWaiting = {
  walkIn: {
    title: 'حضور بلا موعد',
    hint: 'يُسجَّل حضور المريض فورًا ويحصل على الرقم التالي في دور القسم.',
    register: 'تسجيل مريض جديد',
    worksNow: 'في الدوام الآن',
    later: 'لاحقًا اليوم',
    others: 'أطباء آخرون',
    waiting: (doctor, count) => `${doctor} · ${waiting(count)}`,
    booked: 'للمريض موعد اليوم:',
    submit: 'تسجيل الحضور',
    chooseDepartment: 'اختر قسمًا.',
    chooseDoctor: 'اختر طبيبًا.',
    notNow: 'الطبيب غير متاح الآن. اختر طبيبًا آخر أو احجز وقتًا متاحًا.',
    number: 'رقم الدور',
    done: (patient) => `سُجّل حضور ${patient}.`,
    open: 'فتح الزيارة',
    another: 'مريض آخر',
    end: 'تم',
  },
  board: {
    title: 'غرفة الانتظار',
    called: 'تفضّلوا بالدخول',
    waiting: 'في الانتظار',
    count: waiting,
    nobody: 'لا أحد في الانتظار الآن.',
    nobodyHere: 'لا أحد',
    choose: 'الأقسام',
    full: 'ملء الشاشة',
    leave: 'مغادرة هذه الشاشة',
    missed: (time) => `الخدمة لا تستجيب. هذه هي الحال كما كانت عند ${time}.`,
  },
};
