import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Heap } from '../../src/rules/heap';

it('A heap gives the least of its elements, whenever they are added', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined })), (steps) => {
      const heap = new Heap<{ n: number }>(({ n }) => n);
      let rest: number[] = [];
      for (const n of steps) {
        if (n !== undefined) {
          heap.add({ n });
          rest = [...rest, n].sort((a, b) => a - b);
          continue;
        }
        const [least, ...others] = rest;
        expect([heap.least?.n, heap.take()?.n]).toEqual([least, least]);
        rest = others;
      }
    }),
  );
});
