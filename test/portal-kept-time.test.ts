// The time that is kept while somebody fills in a form: one at a time, and given back unless it has become a visit.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeeper, type Kept } from '../portal/src/kept-time';

const MINUTE = 60_000;

interface Hold {
  id: string;
}

/** A keeper over a service that answers when it is told to. */
function kept() {
  const asked: string[] = [];
  const given: string[] = [];
  const states: Kept<Hold>['is'][] = [];
  const answers: PromiseWithResolvers<Hold>[] = [];
  const keeper = createKeeper<string, Hold>(
    {
      ask(body) {
        asked.push(body);
        const answer = Promise.withResolvers<Hold>();
        answers.push(answer);
        return answer.promise;
      },
      giveBack: (id) => given.push(id),
      isRefusal: (error) => error === 'taken',
    },
    MINUTE,
    ({ is }) => states.push(is),
  );
  return { keeper, asked, given, states, answers };
}

/** Lets what has been answered take its course. */
const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('Of times that are chosen in quick succession the first and the last are asked for', async () => {
  const { keeper, asked, given, answers } = kept();
  keeper.want('9:00');
  keeper.want('9:20');
  keeper.want('9:40');
  expect(asked).toEqual(['9:00']);
  answers[0]?.resolve({ id: 'a' });
  await turn();
  expect({ asked, given }).toEqual({ asked: ['9:00', '9:40'], given: ['a'] });
  answers[1]?.resolve({ id: 'b' });
  await keeper.settled();
  expect(keeper.kept).toEqual({ is: 'kept', hold: { id: 'b' } });
  keeper.want('9:40');
  await turn();
  expect(asked).toHaveLength(2);
});

test('It is given back when nothing is chosen any more, also while it is asked for', async () => {
  const { keeper, given, answers } = kept();
  keeper.want('9:00');
  keeper.want(undefined);
  answers[0]?.resolve({ id: 'a' });
  await turn();
  expect({ given, is: keeper.kept.is }).toEqual({ given: ['a'], is: 'nothing' });
});

test('What has become a visit is not given back', async () => {
  const { keeper, given, answers } = kept();
  keeper.want('9:00');
  answers[0]?.resolve({ id: 'a' });
  await turn();
  keeper.taken();
  keeper.want(undefined);
  await turn();
  expect({ given, is: keeper.kept.is }).toEqual({ given: [], is: 'nothing' });
});

test('What is kept only after the visit was booked without it is given back', async () => {
  const { keeper, given, answers } = kept();
  keeper.want('9:00');
  keeper.taken();
  answers[0]?.resolve({ id: 'a' });
  await turn();
  expect({ given, is: keeper.kept.is }).toEqual({ given: ['a'], is: 'nothing' });
});

test('It ends a little before the service ends it, is not given back then, and can be asked for again', async () => {
  const { keeper, asked, given, answers } = kept();
  keeper.want('9:00');
  answers[0]?.resolve({ id: 'a' });
  await turn();
  await vi.advanceTimersByTimeAsync(MINUTE - 5000);
  expect(keeper.kept.is).toBe('kept');
  await vi.advanceTimersByTimeAsync(4000);
  expect(keeper.kept.is).toBe('over');
  keeper.again();
  answers[1]?.resolve({ id: 'b' });
  await turn();
  expect({ asked, given, is: keeper.kept.is }).toEqual({ asked: ['9:00', '9:00'], given: [], is: 'kept' });
});

test('The time that it took to be kept is part of it', async () => {
  const { keeper, answers } = kept();
  keeper.want('9:00');
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  answers[0]?.resolve({ id: 'a' });
  await vi.advanceTimersByTimeAsync(MINUTE / 2);
  expect(keeper.kept.is).toBe('over');
});

test('Why a time is refused stays to be read when it is no longer among the free ones', async () => {
  const { keeper, answers } = kept();
  keeper.want('9:00');
  answers[0]?.reject('taken');
  await turn();
  keeper.want(undefined);
  await turn();
  expect(keeper.kept).toEqual({ is: 'refused', error: 'taken' });
  keeper.want('9:20');
  expect(keeper.kept.is).toBe('asking');
});

test('Where none can be kept, that is nobody’s fault', async () => {
  const { keeper, answers } = kept();
  keeper.want('9:00');
  answers[0]?.reject('busy');
  await turn();
  expect(keeper.kept).toEqual({ is: 'without' });
});

test('What is refused of a time that is not wanted any more is not told', async () => {
  const { keeper, states, answers } = kept();
  keeper.want('9:00');
  keeper.want(undefined);
  answers[0]?.reject('taken');
  await turn();
  expect({ states, is: keeper.kept.is }).toEqual({ states: expect.not.arrayContaining(['refused']), is: 'nothing' });
});
