import type { enFind } from './en-find';

export const deFind: typeof enFind = {
  find: {
    title: 'Patient suchen',
    field: 'Suche',
    recent: 'Zuletzt geöffnet',
    register: (typed) => `„${typed}“ neu aufnehmen`,
  },
};
