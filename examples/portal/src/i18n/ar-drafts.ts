import type { enDrafts } from './en-drafts';

export const arDrafts: typeof enDrafts = {
  drafts: {
    restored: 'عاد ما كنت قد كتبته هنا.',
    anew: 'ابدأ من جديد',
  },
};
