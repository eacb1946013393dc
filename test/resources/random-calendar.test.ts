import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Setting, Walk } from '../support/random-calendar';
import { isFull } from '../support/volume';

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const STEPS = isFull ? 400 : 150;

/** Weeks in which clocks change, or never do. The last number is the seed. */
const WORLDS: [zone: string, day: string, setting: Setting, seed: number][] = [
  ['Europe/Stockholm', '2027-03-28', 'reject', 1],
  ['Europe/Stockholm', '2027-10-31', 'reject', 2],
  ['America/New_York', '2027-11-07', 'reject', 3],
  ['Australia/Lord_Howe', '2027-04-04', 'reject', 4],
  ['America/Santiago', '2026-09-06', 'reject', 5],
  ['Asia/Kathmandu', '2027-06-01', 'reject', 6],
  ['Africa/Cairo', '2025-10-31', 'allow', 7],
  ['America/New_York', '2027-03-14', 'allow', 8],
];

const counts: Record<string, number> = {};

it.each(WORLDS)(
  'What is offered, taken and refused is what a model of it says: %s, %s, %s, seed %i',
  async (...world) => {
    const walk = await Walk.begin(...world);
    for (let n = 0; n < STEPS; n++) await walk.step();
    await walk.requireSame();
    for (const [what, count] of Object.entries(walk.counts)) counts[what] = (counts[what] ?? 0) + count;
  },
);

it('All kinds of steps and refusals were among them', () => {
  const refusals = ['overlap', 'closed', 'held', 'no_resource', 'retired', 'not_offered', 'throttled', 'no such hold'];
  const steps = [
    'book',
    'book what is offered',
    'book what is held',
    'hold',
    'change of time',
    'series',
    'end of a series',
  ];
  const told = ['told of a hold', 'told of a room', 'series that skips'];
  for (const what of [...refusals, ...steps, ...told]) expect(counts[what] ?? 0, what).toBeGreaterThan(0);
  expect(counts.slots).toBeGreaterThan(500);
});
