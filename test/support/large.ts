import { type Body, ok } from './client';
import { make } from './factories';
import { unique } from './input';
import { multiply, UUID } from './multiply';
import { rows } from './rows';

/** What a page may hold, as docs/decisions.md says, and what its last row may add at most. */
export const PAGE_BYTES = 4_000_000;
export const ROW_BYTES = 1_000_000;

const text = (length: number) => 'Å'.repeat(length / 2) + 'n'.repeat(length / 2);
const many = <T>(element: T, n = 200): T[] => new Array(n).fill(element);

/** Records of nearly the size that a body may have, each the pattern of the copies that a test makes of it. */
export const large = {
  patient: (last_name = unique('Large')) =>
    make.patient({ last_name, medical_conditions: many({ description: text(2_700) }) }),
  doctor: () =>
    make.doctor({ bio: text(4_000), addresses: many({ street: text(200), city: text(200), state: text(200) }) }),
  department: () => make.department({ description: text(4_000), icon_codes: many(text(200)) }),
  catalogItem: (tag: string) =>
    make.catalogItem({
      description: text(4_000),
      tags: [tag, ...Array.from({ length: 199 }, (_, i) => `${i}${text(190)}`)],
    }),
  invoice: (tag: string) =>
    make.invoice({ items: many({ name: text(200), code: text(200), unit_price: 1 }), tags: [tag] }),
};

/**
 * Copies a record `n` times, with small ones between the large: those have the columns that `small` names, as SQL, instead.
 * @returns all ids of the table, oldest first
 */
export async function multiplyLarge(
  table: string,
  { id }: Body,
  n: number,
  small: Record<string, string>,
  differing: Record<string, string> = {},
): Promise<string[]> {
  const mixed = Object.entries(small).map(([name, value]) => [name, `iif(i % 3 = 1, ${value}, "${name}")`]);
  await multiply(table, { key: 'id', value: id }, n, { id: UUID, ...differing, ...Object.fromEntries(mixed) });
  return (await rows<{ id: string }>(`SELECT id FROM "${table}" ORDER BY seq`)).map((row) => row.id);
}

/** Every page of a list that is paged by offset, as a client reads it that knows only the interface. */
export async function offsetPages(path: string, limit: number): Promise<Body[]> {
  const pages: Body[] = [];
  for (let offset = 0, total = 1; offset < total; offset += limit) {
    const page = await ok('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`);
    pages.push(page);
    total = page.total;
  }
  return pages;
}
