import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enWaiting = {
  /** who is here without an appointment */
  walkIn: {
    title: 'Walk-in',
    hint: 'The patient is checked in at once and gets the next number in the queue of the department.',
    register: 'Register a new patient',
    worksNow: 'Here now',
    later: 'Later today',
    others: 'Other doctors',
    waiting: (doctor: string, count: number) =>
      `${doctor} · ${plural(count, { one: '# waiting', other: '# waiting' })}`,
    booked: 'The patient has an appointment today:',
    submit: 'Check in',
    chooseDepartment: 'Choose a department.',
    chooseDoctor: 'Choose a doctor.',
    notNow: 'The doctor is not free now. Choose another doctor, or book a free time.',
    number: 'Number in the queue',
    done: (patient: string) => `${patient} is checked in.`,
    open: 'Open the visit',
    another: 'Another patient',
    end: 'Done',
  },
  /** the screen of a waiting room, which people read from far away */
  board: {
    title: 'Waiting room',
    called: 'Please come in',
    waiting: 'Waiting',
    count: (count: number) => plural(count, { one: '# waiting', other: '# waiting' }),
    nobody: 'Nobody is waiting.',
    nobodyHere: 'Nobody',
    choose: 'Departments',
    full: 'Full screen',
    leave: 'Leave this screen',
    missed: (time: string) => `The service does not answer. This is as it was at ${time}.`,
  },
};
