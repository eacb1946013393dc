import type { enWaiting } from './en-waiting';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deWaiting: typeof enWaiting = {
  walkIn: {
    title: 'Ohne Termin',
    hint: 'Der Patient wird sofort als eingetroffen erfasst und erhält die nächste Wartenummer der Abteilung.',
    register: 'Neuen Patienten aufnehmen',
    worksNow: 'Jetzt da',
    later: 'Heute noch',
    others: 'Andere Ärzte',
    waiting: (doctor, count) => `${doctor} · ${plural(count, { one: '# wartet', other: '# warten' })}`,
    booked: 'Der Patient hat heute einen Termin:',
    submit: 'Eintreffen erfassen',
    chooseDepartment: 'Wählen Sie eine Abteilung.',
    chooseDoctor: 'Wählen Sie einen Arzt.',
    notNow: 'Der Arzt ist jetzt nicht frei. Wählen Sie einen anderen oder vergeben Sie einen freien Termin.',
    number: 'Wartenummer',
    done: (patient) => `${patient} ist als eingetroffen erfasst.`,
    open: 'Termin öffnen',
    another: 'Weiterer Patient',
    end: 'Fertig',
  },
  board: {
    title: 'Wartezimmer',
    called: 'Bitte eintreten',
    waiting: 'Es warten',
    count: (count) => plural(count, { one: '# wartet', other: '# warten' }),
    nobody: 'Zurzeit wartet niemand.',
    nobodyHere: 'Niemand',
    choose: 'Abteilungen',
    full: 'Vollbild',
    leave: 'Anzeige verlassen',
    missed: (time) => `Der Dienst antwortet nicht. Stand von ${time}.`,
  },
};
