import type { enFind } from './en-find';

export const arFind: typeof enFind = {
  find: {
    title: 'البحث عن مريض',
    field: 'بحث',
    recent: 'فُتح من قبل',
    register: (typed) => `تسجيل «${typed}»`,
  },
};
