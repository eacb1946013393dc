import { expect, it } from 'vitest';
import page from '../../docs/events.md?raw';
import { EVENT_TYPES, scopeOfEvents } from '../../src/events/types';

it('docs/events.md has every type of event, with the scope of a program, and no other', () => {
  const [, table = ''] = page.split('\n## Types\n');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const said = rows.flatMap((row) => {
    const cells = row.split(' | ');
    const types = [...(cells[0]?.matchAll(/`(\w+\.\w+)`/g) ?? [])].map(([, type = '']) => type);
    return types.map((type) => [type, cells.at(-1)?.replace(/^\| | \|$/g, '')]);
  });
  expect(said).toEqual(EVENT_TYPES.map((type) => [type, scopeOfEvents(type) ?? 'never']));
});
