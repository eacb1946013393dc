import { arAccount } from './ar-account';
import { arAdmin } from './ar-admin';
import { arAudit } from './ar-audit';
import { arBilling } from './ar-billing';
import { arBooking } from './ar-booking';
import { arCalendar } from './ar-calendar';
import { arCash } from './ar-cash';
import { arClosures } from './ar-closures';
import { arDrafts } from './ar-drafts';
import { arErrors } from './ar-errors';
import { arFind } from './ar-find';
import { arHospital } from './ar-hospital';
import { arInvoices } from './ar-invoices';
import { arMessages } from './ar-messages';
import { arPatients } from './ar-patients';
import { arPlanning } from './ar-planning';
import { arPrint } from './ar-print';
import { arPrograms } from './ar-programs';
import { arRecords } from './ar-records';
import { arSeries } from './ar-series';
import { arStatistics } from './ar-statistics';
import { arToday } from './ar-today';
import { arVisit } from './ar-visit';
import { arWaiting } from './ar-waiting';
import type { Messages } from './en';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const ar: Messages = {
  ...arErrors,
  ...arClosures,
  ...arPatients,
  ...arMessages,
  ...arRecords,
  ...arInvoices,
  ...arCash,
  ...arAccount,
  ...arAdmin,
  ...arAudit,
  ...arFind,
  ...arHospital,
  ...arBilling,
  ...arBooking,
  ...arCalendar,
  ...arDrafts,
  ...arVisit,
  ...arWaiting,
  ...arStatistics,
  ...arToday,
  ...arPrint,
  ...arPrograms,
  ...arPlanning,
  ...arSeries,
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
  all: 'الكل',
  none: 'لا شيء',
  optional: 'اختياري',
  notFound: 'لا توجد صفحة كهذه.',

  development: {
    title: 'للمطوّرين:',
    mails: 'رسائل بريد لم تُرسل إلى أحد',
  },

  dates: {
    pick: 'اختر تاريخًا',
    none: (field, example) => `${field}: اكتب تاريخًا، مثل ${example}.`,
    early: (field, day) => `${field}: ${day} أو بعده.`,
    late: (field, day) => `${field}: ${day} أو قبله.`,
  },

  numbers: {
    none: 'اكتب رقمًا.',
    low: (least) => `\u2068${least}\u2069 أو أكثر.`,
    high: (most) => `\u2068${most}\u2069 على الأكثر.`,
  },

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

  status: {
    SCEDULED: 'مجدول',
    CHECKED_IN: 'حضر',
    IN_PROGRESS: 'جارٍ',
    COMPLETED: 'مكتمل',
    CANCELLED: 'ملغى',
    NO_SHOW: 'لم يحضر',
  },

  search: {
    found: (count) =>
      plural(count, { zero: 'لا نتائج', one: 'نتيجة واحدة', two: 'نتيجتان', few: '# نتائج', other: '# نتيجة' }),
    nothing: 'لا نتائج',
    more: (count) =>
      `${plural(count, { one: 'أكثر من نتيجة واحدة', two: 'أكثر من نتيجتين', few: 'أكثر من # نتائج', other: 'أكثر من # نتيجة' })}. اكتب حروفًا أكثر أو كلمة أخرى.`,
    similar: 'لا أحد بهذا الاسم. هل تقصد أحد هؤلاء؟',
  },
};
