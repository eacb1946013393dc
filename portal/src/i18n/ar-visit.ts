import type { enVisit } from './en-visit';
import { pluralOf } from './plural';

const plural = pluralOf('ar');

export const arVisit: typeof enVisit = {
  visit: {
    why: 'ما سبب زيارة المريض؟',
    whyHint: 'بكلمات المريض نفسه',
    reason: 'سبب الزيارة',
    remarks: 'تنبيهات للزملاء',
    hasRemarks: 'مع تنبيهات',
    more: 'التنبيهات والوسوم',
    edit: 'السبب والتنبيهات …',
    saved: 'حُفظ الموعد.',
    draft: (name) => `سبب زيارة ${name} والتنبيهات`,
  },

  note: {
    title: 'ملاحظة الطبيب',
    ofPatient: 'ملاحظات الأطباء',
    isThere: 'لهذه الزيارة ملاحظة وقّعها طبيب.',
    none: 'لا ملاحظة لهذه الزيارة.',
    noneOfPatient: 'لا ملاحظات.',
    status: { draft: 'مسودة', final: 'موقَّعة', amended: 'موقَّعة ولها ملاحق' },
    about: 'العنوان',
    text: 'ما وُجد وما أُجري',
    onlyYou: 'لا يراها غيرك حتى توقّعها.',
    bytes: (used, most) => `${used} من ${most}`,
    tooLong: (most) => `${most} على الأكثر.`,
    save: 'حفظ المسودة',
    saved: 'حُفظت المسودة.',
    sign: 'توقيع …',
    signTitle: 'أتوقّع هذه الملاحظة؟',
    signHint:
      'تصبح نهائية بعد توقيعها: لا يستطيع أحد تغييرها أو حذفها، ولا أنت. وما ينقصها يمكن إلحاقه بها. ويستطيع كل أطباء المستشفى قراءتها.',
    signSubmit: 'توقيع',
    signed: 'وُقّعت الملاحظة.',
    signedBy: (name, when) => `وقّعها ${name}، ${when}`,
    isSigned: 'وُقّعت هذه الملاحظة في هذه الأثناء. ما كتبته ما زال هنا، ويمكن إلحاقه بها.',
    addenda: 'الملاحق',
    addendum: 'ملحق',
    add: 'إضافة ملحق',
    addHint: 'تكون قد وقّعته بإضافته، وهو نهائي كالملاحظة.',
    addSubmit: 'توقيع وإضافة',
    added: 'وُقّع الملحق.',
    ownToo: 'كتابة ملاحظة خاصة بك',
    draftOf: (name) => `ملاحظة عن ${name}`,
    count: (count) =>
      plural(count, {
        zero: 'لا ملاحظات',
        one: 'ملاحظة واحدة',
        two: 'ملاحظتان',
        few: '# ملاحظات',
        many: '# ملاحظة',
        other: '# ملاحظة',
      }),
    toVisit: 'إلى الموعد',
    handOver: 'تسليم الملاحظات غير الموقَّعة …',
    handOverTitle: 'تسليم الملاحظات غير الموقَّعة',
    handOverHint:
      'لا يرى أحد مسودات حساب معطَّل. يستطيع الطبيب الذي تختاره قراءتها وإكمالها وتوقيعها، أما أنت فلا تراها.',
    handOverTo: 'إلى',
    chooseDoctor: 'اختر طبيبًا',
    handOverSubmit: 'تسليم',
    handedOver: (count) =>
      plural(count, {
        zero: 'لم تُسلَّم أي ملاحظة.',
        one: 'سُلّمت ملاحظة واحدة.',
        two: 'سُلّمت ملاحظتان.',
        few: 'سُلّمت # ملاحظات.',
        many: 'سُلّمت # ملاحظة.',
        other: 'سُلّمت # ملاحظة.',
      }),
    left: (count, name) =>
      plural(count, {
        one: `بقيت ملاحظة واحدة: لدى ${name} ملاحظة عن تلك الزيارة.`,
        two: `بقيت ملاحظتان: لدى ${name} ملاحظة عن كل زيارة منهما.`,
        few: `بقيت # ملاحظات: لدى ${name} ملاحظة عن كل زيارة منها.`,
        many: `بقيت # ملاحظة: لدى ${name} ملاحظة عن كل زيارة منها.`,
        other: `بقيت # ملاحظة: لدى ${name} ملاحظة عن كل زيارة منها.`,
      }),
  },
};
