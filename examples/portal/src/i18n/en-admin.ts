export const enAdmin = {};
