import { arCash } from './ar-cash';
import { arClosures } from './ar-closures';
import { arErrors } from './ar-errors';
import { arInvoices } from './ar-invoices';
import { arPatients } from './ar-patients';
import { arRecords } from './ar-records';
import type { Messages } from './en';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const ar: Messages = {
  ...arErrors,
  ...arClosures,
  ...arPatients,
  ...arRecords,
  ...arInvoices,
  ...arCash,
  portal: 'بوابة العيادة',
  language: 'اللغة',
  skip: 'انتقل إلى المحتوى',
  menu: 'القائمة الرئيسية',
  signOut: 'تسجيل الخروج',
  loading: 'جارٍ التحميل …',
  close: 'إغلاق',
  cancel: 'إلغاء',
  save: 'حفظ',
  back: 'رجوع',
  retry: 'أعد المحاولة',
  next: 'التالي',
  previous: 'السابق',
  all: 'الكل',
  none: 'لا شيء',
  optional: 'اختياري',
  notFound: 'لا توجد صفحة كهذه.',

  meanwhile: {
    kept: 'غيّر شخص آخر هذا في هذه الأثناء. ما كتبته ما زال هنا. راجع ما غيّره ثم احفظ من جديد.',
    title: 'كما هو الآن',
    replaces: 'الحفظ يستبدل هذا بما كتبته.',
    take: 'تجاهل ما كتبته',
    saveMine: 'حفظ ما كتبته فوق ما حفظه غيري',
  },

  lost: {
    unknown: 'لم يصل رد، فلا يُعرف هل حُفظ هذا. تحقّق من ذلك: يُحفظ مرة واحدة مهما تكرر إرساله.',
    findOut: 'تحقّق',
  },

  signIn: {
    title: 'تسجيل الدخول',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    submit: 'تسجيل الدخول',
    code: 'رمز تطبيق المصادقة',
    codeHint: 'ستة أرقام، أو أحد رموز الاسترداد',
    otherAccount: 'استعمال حساب آخر',
    replaced: (name) => `سجّل \u2068${name}\u2069 الدخول في علامة تبويب أخرى، وهو الحساب المستعمل هنا الآن أيضًا.`,
    ended: 'انتهت جلستك. سجّل الدخول من جديد لتتابع من حيث كنت.',
    noRole: 'ليس لحسابك دور بعد. على أحد المشرفين أن يمنحه دورًا، ثم سجّل الدخول من جديد.',
  },

  idle: {
    title: 'هل ما زلت هنا؟',
    warning: 'لم يستعمل أحد هذه الصفحة منذ مدة. بعد دقيقة سيُسجَّل خروجك، وسيضيع ما لم يُحفظ.',
    stay: 'البقاء مسجّلًا',
    signedOut: 'سُجّل خروجك، إذ لم يستعمل أحد هذه الصفحة منذ مدة.',
  },

  signUp: {
    link: 'إنشاء حساب',
    title: 'إنشاء حساب',
    name: 'اسمك',
    passwordHint: 'ثمانية أحرف أو أكثر',
    submit: 'إنشاء الحساب',
  },

  enrol: {
    title: 'إعداد العامل الثاني',
    why: 'يشترطه المستشفى على حسابك. يستغرق دقيقة ويحتاج إلى تطبيق مصادقة على هاتفك.',
    begin: 'ابدأ',
    scan: 'امسح هذا الرمز بتطبيق المصادقة',
    qr: 'رمز استجابة سريعة لتطبيق المصادقة',
    secret: 'من دون كاميرا، اكتب هذا المفتاح في التطبيق:',
    confirm: 'تفعيل',
    recovery: 'رموز الاسترداد الخاصة بك',
    keep: 'كل واحد منها يتيح لك الدخول مرة واحدة إن فقدت هاتفك. دوّنها الآن: لن تظهر مرة أخرى.',
    done: 'لقد دوّنتها',
  },

  status: {
    SCEDULED: 'مجدول',
    CHECKED_IN: 'حضر',
    IN_PROGRESS: 'جارٍ',
    COMPLETED: 'مكتمل',
    CANCELLED: 'ملغى',
    NO_SHOW: 'لم يحضر',
  },

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
    free: 'الأوقات المتاحة',
    noneFree: 'لا أوقات متاحة في هذا اليوم.',
    otherTime: 'وقت آخر',
    moveTo: (when) => `نقل إلى ${when}`,
    moved: (when) => `نُقل إلى ${when}.`,
    saved: (status) => `تم الحفظ: ${status}.`,
    queue: 'رقم الدور',
    conflict: 'للمريض زيارة أخرى في هذا الوقت.',
    conflictShow: 'عرضها',
    conflictNumber: (number) => `عرض الزيارة ${number}`,
  },

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

  search: {
    found: (count) =>
      plural(count, { zero: 'لا نتائج', one: 'نتيجة واحدة', two: 'نتيجتان', few: '# نتائج', other: '# نتيجة' }),
    nothing: 'لا نتائج',
    more: (count) =>
      `${plural(count, { one: 'أكثر من نتيجة واحدة', two: 'أكثر من نتيجتين', few: 'أكثر من # نتائج', other: 'أكثر من # نتيجة' })}. اكتب حروفًا أكثر أو كلمة أخرى.`,
    similar: 'لا أحد بهذا الاسم. هذه أسماء مشابهة.',
  },
};
