export const enPrograms = {
  programs: {
    title: 'Programs',
    one: 'Program',
    add: 'Register a program',
  },
};
