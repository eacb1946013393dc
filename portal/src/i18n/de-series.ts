import type { enSeries } from './en-series';
import { pluralOf } from './plural';

const plural = pluralOf('de');

export const deSeries: typeof enSeries = {
  series: {
    title: 'Terminserie',
    repeat: 'Dieser Termin wiederholt sich',
    weeks: 'Alle wie viele Wochen',
    ends: 'Die Serie endet',
    endsAfter: 'nach einer Anzahl von Terminen',
    endsOn: 'an einem Tag',
    count: 'Anzahl der Termine',
    until: 'Letzter Tag',
    incomplete: 'Geben Sie an, wie oft sich der Termin wiederholt.',
    look: 'Tage ansehen …',
    notAll: (count) =>
      plural(count, {
        one: '# Termin kann nicht vergeben werden und entfällt.',
        other: '# Termine können nicht vergeben werden und entfallen.',
      }),
    submit: (count) => plural(count, { one: '# Termin vergeben', other: '# Termine vergeben' }),
    booked: (count, patient) =>
      plural(count, {
        one: `# Termin ist für ${patient} vergeben.`,
        other: `# Termine sind für ${patient} vergeben.`,
      }),
    reasons: {
      overlap: 'Der Arzt hat einen anderen Termin',
      closed: 'Geschlossen',
      held: 'Wird gerade an jemand anderen vergeben',
      no_resource: 'Kein Raum ist frei',
      not_offered: 'Zu dieser Zeit nicht angeboten',
    },
    partOf: 'Teil einer Serie',
    place: (number, count) => `Termin ${number} von ${count} einer Serie`,
    cancel: 'Diesen und folgende absagen …',
    cancelTitle: 'Diesen und die folgenden Termine absagen',
    cancelConfirm: 'Diese Termine absagen',
    cancelled: 'Dieser und die folgenden Termine sind abgesagt.',
  },
};
