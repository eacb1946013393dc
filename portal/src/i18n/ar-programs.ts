import type { enPrograms } from './en-programs';

export const arPrograms: typeof enPrograms = {
  programs: {
    title: 'البرامج',
    one: 'البرنامج',
    add: 'تسجيل برنامج',
  },
  webhooks: {
    title: 'إخطارات الأنظمة (webhooks)',
    one: 'إخطار نظام (webhook)',
    add: 'إضافة webhook',
  },
  imports: {
    title: 'الاستيراد',
    one: 'عملية استيراد',
    add: 'استيراد ملف',
  },
};
