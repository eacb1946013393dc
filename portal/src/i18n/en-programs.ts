export const enPrograms = {
  programs: {
    title: 'Programs',
    one: 'Program',
    add: 'Register a program',
  },
  webhooks: {
    title: 'Webhooks',
    one: 'Webhook',
    add: 'Add a webhook',
  },
  imports: {
    title: 'Imports',
    one: 'Import',
    add: 'Import a file',
  },
};
