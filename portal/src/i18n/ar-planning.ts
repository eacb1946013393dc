import type { enPlanning } from './en-planning';

export const arPlanning: typeof enPlanning = {
  types: {
    title: 'أنواع المواعيد',
    one: 'نوع الموعد',
    add: 'إضافة نوع',
  },
  rooms: {
    title: 'الغرف والأجهزة',
    one: 'الغرفة أو الجهاز',
    short: 'الغرفة',
    add: 'إضافة غرفة أو جهاز',
    former: 'غرفة سابقة',
  },
};
