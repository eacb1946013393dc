import { expect, it } from 'vitest';
import { isThere } from '../support/repository';

const pages = import.meta.glob(
  ['/*.md', '/.github/**/*.md', '/{bench,clients,docs,examples,portal,src,test}/**/*.md', '!**/node_modules/**'],
  { query: '?raw', import: 'default', eager: true },
);
/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...page.replace(/^```.*?^```/gms, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The relative links of a page, in words and as pictures. */
const linksOf = (page: string): string[] =>
  [...page.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^\w+:/.test(link));

/** Where a link leads: path from the root, and anchor. */
function targetOf(link: string, from: string): { path: string; anchor: string | undefined } {
  const [path = '', anchor] = link.split('#');
  return { path: path ? new URL(path, `http://root${from}`).pathname : from, anchor };
}

function leadsSomewhere(link: string, from: string): boolean {
  const { path, anchor } = targetOf(link, from);
  if (anchor !== undefined) return anchorsOf(pages[path] ?? '').includes(anchor);
  return isThere(path);
}

it('Every relative link of a page leads to a file, and to a heading of it', () => {
  const links = Object.entries(pages).flatMap(([from, page]) => linksOf(page).map((link) => ({ from, link })));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ link, from }) => !leadsSomewhere(link, from))).toEqual([]);
});

it.each(['docs/nowhere.md', 'docs/search.md#nothing', '#nothing', 'docs/no-picture.png'])(
  'A link that leads nowhere is noticed: %s',
  (link) => {
    expect(leadsSomewhere(link, '/README.md')).toBe(false);
  },
);
