export const enPlanning = {
  types: {
    title: 'Appointment types',
    one: 'Appointment type',
    add: 'Add a type',
  },
  rooms: {
    title: 'Rooms and equipment',
    one: 'Room or device',
    short: 'Room',
    add: 'Add a room or a device',
    former: 'A former room',
  },
};
