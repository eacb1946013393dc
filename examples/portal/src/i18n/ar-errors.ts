import type { enErrors } from './en-errors';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

const SESSION_ENDED = 'انتهت جلستك. سجّل الدخول من جديد.';
const UNEXPECTED = 'حدث خطأ ما.';
const DECIMALS = 'عدد الخانات العشرية أكبر من المسموح.';
const NAME = 'يجب أن يحتوي الاسم على حرف.';

export const arErrors: typeof enErrors = {
  errors: {
    unexpected: UNEXPECTED,
    request: (id) => `رقم الطلب للدعم الفني: ${id}`,
    wait: (seconds) =>
      plural(seconds, {
        one: 'محاولات كثيرة. أعد المحاولة بعد ثانية.',
        two: 'محاولات كثيرة. أعد المحاولة بعد ثانيتين.',
        few: 'محاولات كثيرة. أعد المحاولة بعد # ثوانٍ.',
        other: 'محاولات كثيرة. أعد المحاولة بعد # ثانية.',
      }),
    codes: {
      invalid: 'هناك ما يحتاج إلى تصحيح: راجع الحقول المعلّمة.',
      unexpected: UNEXPECTED,
      unreachable: 'تعذّر الوصول إلى الخدمة. تحقّق من الاتصال ثم أعد المحاولة.',
      unavailable: 'الخدمة مشغولة. أعد المحاولة بعد قليل.',
      not_configured: 'لم يكتمل إعداد الخدمة. أبلغ مسؤولها.',
      not_migrated: 'يجري تحديث الخدمة. أعد المحاولة بعد بضع دقائق.',
      full: 'قاعدة البيانات ممتلئة: لا يمكن حفظ شيء. أبلغ مسؤولها.',
      unauthenticated: SESSION_ENDED,
      token_expired: SESSION_ENDED,
      token_invalid: SESSION_ENDED,
      session_ended: SESSION_ENDED,
      refresh_token_invalid: SESSION_ENDED,
      forbidden: 'لا يحق لحسابك القيام بذلك.',
      not_found: 'لم يعد موجودًا، أو لم يوجد قط.',
      reference_not_found: 'شيء مما يشير إليه هذا لم يعد موجودًا. اختره من جديد.',
      conflict: 'يغيّره آخرون في هذه اللحظة. أعد المحاولة.',
      outdated: 'غيّره شخص آخر في هذه الأثناء. يظهر الآن كما هو: راجعه ثم أعد تغييرك.',
      idempotency_key: 'أُرسل هذا من قبل بمحتوى آخر. أعد تحميل الصفحة ثم راجع ما فيها.',
      duplicate: 'يوجد واحد بالفعل.',
      inconsistent: 'لا تتوافق هذه البيانات معًا، كموعد لمريض وفاتورة لمريض آخر.',
      transition: 'لا يمكن أن تلي هذه الحالة الحالة الراهنة.',
      not_editable: 'لم يعد تغييره على هذا النحو ممكنًا في حالته الراهنة.',
      amount: 'المبالغ غير متوافقة: الخصم أكبر من المبلغ، أو المردود أكثر من المدفوع.',
      overlap: 'لدى الطبيب موعد آخر في ذلك الوقت. اختر وقتًا آخر.',
      too_large: 'حجمه أكبر من المسموح.',
      unsupported_media_type: 'لا تُقبل ملفات من هذا النوع.',
      signup_closed: 'الحسابات بالدعوة فقط. اسأل أحد المشرفين.',
      login_failed: 'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
      wrong_password: 'كلمة المرور غير صحيحة.',
      totp_required: 'أدخل رمز تطبيق المصادقة أيضًا.',
      totp_invalid: 'الرمز غير صحيح، أو استُعمل من قبل.',
      totp_inactive: 'لم يعد إعداد العامل الثاني جاريًا. ابدأ من جديد.',
    },
    faults: {
      missing: 'هذا الحقل مطلوب.',
      string_type: 'اكتب نصًا.',
      string_too_short: 'النص أقصر من المطلوب.',
      string_too_long: 'النص أطول من المسموح.',
      float_type: 'اكتب رقمًا.',
      int_type: 'اكتب رقمًا صحيحًا.',
      int_parsing: 'اكتب رقمًا صحيحًا.',
      bool_type: 'اختر نعم أو لا.',
      greater_than: 'القيمة أصغر من المسموح.',
      greater_than_equal: 'القيمة أصغر من المسموح.',
      less_than_equal: 'القيمة أكبر من المسموح.',
      date_parsing: 'لا يوجد تاريخ كهذا.',
      datetime_parsing: 'لا يوجد تاريخ أو وقت كهذا.',
      time_parsing: 'لا يوجد وقت كهذا.',
      enum: 'اختر من القيم المعروضة.',
      uuid_parsing: 'اختر من القيم المعروضة.',
      too_short: 'عدد البنود أقل من المطلوب.',
      too_long: 'عدد البنود أكبر من المسموح.',
    },
    values: {
      first_name: NAME,
      middle_name: NAME,
      last_name: NAME,
      full_name: NAME,
      dob: 'تاريخ الميلاد في المستقبل.',
      email: 'هذا ليس عنوان بريد إلكتروني.',
      password: 'كلمة المرور هذه من أول ما يجرّبه الآخرون. اختر غيرها.',
      body: 'الملف فارغ، أو ليس كما يقول اسمه.',
      amount: DECIMALS,
      unit_price: DECIMALS,
      discount_amount: DECIMALS,
      quantity: DECIMALS,
    },
  },
};
