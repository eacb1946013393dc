export const enFind = {
  /** the search in the header of each page */
  find: {
    title: 'Find a patient',
    field: 'Search',
    recent: 'Opened before',
    register: (typed: string) => `Register “${typed}”`,
  },
};
