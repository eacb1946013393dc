/** Sections of a page that are written by code, between two marks. */

const marks = (name: string) => [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`] as const;

/** Where there is none it is empty. */
export const sectionOf = (page: string, name: string): string => {
  const [begin, end] = marks(name);
  return page.split(begin)[1]?.split(end)[0] ?? '';
};

/** @throws Error where the page has no such section */
export function withSection(page: string, name: string, text: string): string {
  const [begin, end] = marks(name);
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for ${name}`);
  return `${page.slice(0, from)}${begin}\n${text}\n${page.slice(to)}`;
}
