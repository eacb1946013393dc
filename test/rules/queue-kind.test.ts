import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindOfQueue, QUEUE_KINDS } from '../../src/rules/queue-kind';

/** Of wrangler.toml, consumed or for what is left over. */
const queues = [
  ...new Set(
    [...readFileSync('wrangler.toml', 'utf8').matchAll(/^(?:queue|dead_letter_queue) = "(.+)"$/gm)].map(
      ([, name = '']) => name,
    ),
  ),
];
const kindOf = (queue: string) => /^hospital-([a-z]+)(-dead)?$/.exec(queue)?.[1];

describe('The kind of a queue', () => {
  it('is known of each queue of wrangler.toml', () => {
    expect(new Set(queues.map(kindOf))).toEqual(new Set(QUEUE_KINDS));
    for (const queue of queues) expect(kindOfQueue(queue), queue).toBe(kindOf(queue));
  });

  const words = [...QUEUE_KINDS, 'dead', 'hospital', 'staging'];
  const environments = [
    ...readdirSync('environments').map((file) => file.replace(/\.toml$/, '')),
    ...words.flatMap((word) => [word, `data-${word}`, `${word}-clinic`, `${word}ed`, `a-${word}-b`]),
    ...words.flatMap((first) => words.map((second) => `${first}-${second}`)),
  ];

  it.each(queues)('is that of %s in environments of any name', (queue) => {
    for (const environment of environments) {
      expect(kindOfQueue(`${queue}-${environment}`), environment).toBe(kindOf(queue));
    }
  });

  it('is told under another prefix, and only by whole words', () => {
    expect(kindOfQueue('north-clinic-webhook')).toBe('webhook');
    expect(kindOfQueue('import')).toBe('import');
    expect(kindOfQueue('exports-messages')).toBeUndefined();
  });
});
