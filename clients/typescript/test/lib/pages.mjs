// What a package has to read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Links of its pages that lead nowhere from there: those that are neither of the page itself nor addresses. */
export const lostLinksOf = (home) =>
  ['README.md', 'CHANGELOG.md'].flatMap((page) =>
    [...readFileSync(join(home, page), 'utf8').matchAll(/\]\((?!#|https:)([^)]*)\)/g)].map(
      ([, link]) => `${page}: ${link}`,
    ),
  );
