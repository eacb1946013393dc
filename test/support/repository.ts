/** Every file of the repository, from its root; only this one is missing, as `glob` leaves out who asks. */
export const files = Object.keys(
  import.meta.glob([
    '/*',
    '/.*',
    '/.ci/*',
    '/.github/**',
    '/{alerts,bench,clients,docs,drizzle,environments,examples,openapi,portal,public,scripts,src,test}/**',
    '!**/node_modules/**',
  ]),
);

/** @param path of a file or folder, from the root */
export const isThere = (path: string) =>
  files.includes(path) || files.some((file) => file.startsWith(path.replace(/\/?$/, '/')));
