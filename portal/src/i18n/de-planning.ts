import type { enPlanning } from './en-planning';

export const dePlanning: typeof enPlanning = {
  types: {
    title: 'Terminarten',
    one: 'Terminart',
    add: 'Terminart anlegen',
  },
  rooms: {
    title: 'Räume und Geräte',
    one: 'Raum oder Gerät',
    short: 'Raum',
    add: 'Raum oder Gerät anlegen',
    former: 'Ein früherer Raum',
  },
};
