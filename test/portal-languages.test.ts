// What the compiler does not see of the portal's messages in languages other than English: it finds those that are missing.
import { beforeAll, describe, expect, test } from 'vitest';
import { en } from '../portal/src/i18n/en';
import { enOffice } from '../portal/src/i18n/en-office';
import { LANGUAGES } from '../portal/src/i18n/languages';

type Values = (string | number)[];
type Message = string | ((...values: Values) => string);
const isMessage = (value: unknown): value is Message => typeof value === 'string' || typeof value === 'function';

/** Each message by its path: `calendar.title`. */
const messagesOf = (group: object, path: string[] = []): [string, Message][] =>
  Object.entries(group).flatMap(([key, value]) =>
    isMessage(value) ? [[[...path, key].join('.'), value]] : messagesOf(value, [...path, key]),
  );
const textOf = (message: Message | undefined, values: Values): string =>
  typeof message === 'function' ? message(...values) : (message ?? '');

/** In the place of names, days and amounts. A count may be one, too, and is then found where its number would be. */
const NAMES = ['Alfa', 'Bravo', 'Charlie'];
/** Those of which languages name the number, whatever words they have for one and two. */
const COUNTS = [3, 11, 100];

/** All messages of a language: those of every page, and those of administration. */
const english = [...messagesOf(en), ...messagesOf({ office: enOffice })];
const takesNumber = (message: Message) =>
  typeof message === 'function' &&
  textOf(message, [1, 1]).replaceAll('1', '#') !== textOf(message, [2, 2]).replaceAll('2', '#');

const others = Object.entries(LANGUAGES).filter(([name]) => name !== 'en');

test('There is more than one language', () => {
  expect(others.length).toBeGreaterThan(1);
});

test('English has its own, of administration, too', async () => {
  expect(await LANGUAGES.en.loadOffice()).toBe(enOffice);
});

describe.each(others)('The messages in %s', (_, { load, loadOffice }) => {
  let messages: Map<string, Message>;
  beforeAll(async () => {
    messages = new Map([...messagesOf(await load()), ...messagesOf({ office: await loadOffice() })]);
  });

  test('are those of English, and no others', () => {
    expect([...messages.keys()].toSorted()).toEqual(english.map(([path]) => path).toSorted());
  });

  test('name whatever English names', () => {
    const left = english.filter(([path, message]) => {
      const text = textOf(messages.get(path), NAMES);
      return NAMES.some((name) => textOf(message, NAMES).includes(name) && !text.includes(name));
    });
    expect(left.map(([path]) => path)).toEqual([]);
  });

  test('say how many there are', () => {
    const counting = english.filter(([, message]) => takesNumber(message));
    expect(counting.length).toBeGreaterThan(10);
    for (const count of COUNTS) {
      const silent = counting.filter(([path]) => !textOf(messages.get(path), [count, count]).includes(String(count)));
      expect(silent.map(([path]) => path)).toEqual([]);
    }
  });

  test('leave no sign of a place that was not filled', () => {
    for (const values of [NAMES, [0, 0], [1, 1], [2, 2], [3, 3]]) {
      const open = [...messages].filter(([, message]) => /#|undefined|NaN|\[object/.test(textOf(message, values)));
      expect(open.map(([path]) => path)).toEqual([]);
    }
  });

  test('are translated, as far as they are sentences', () => {
    const same = english.filter(([path, message]) => {
      const text = textOf(message, NAMES);
      return text.split(' ').length > 3 && text === textOf(messages.get(path), NAMES);
    });
    expect(same.map(([path]) => path)).toEqual([]);
  });
});
