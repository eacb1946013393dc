import type { enPrograms } from './en-programs';

export const dePrograms: typeof enPrograms = {
  programs: {
    title: 'Programme',
    one: 'Programm',
    add: 'Programm registrieren',
  },
  webhooks: {
    title: 'Webhooks',
    one: 'Webhook',
    add: 'Webhook anlegen',
  },
  imports: {
    title: 'Importe',
    one: 'Import',
    add: 'Datei importieren',
  },
};
