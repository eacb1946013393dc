export const enDrafts = {
  drafts: {
    restored: 'What you had typed here is back.',
    anew: 'Start afresh',
  },
};
