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
};
