import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, ok } from '../support/client';
import { make } from '../support/factories';
import { insertOldPatient } from '../support/old-rows';

const [neil, arcy] = [crypto.randomUUID(), crypto.randomUUID()];

describe('A name with an apostrophe whose terms are those of the first release', () => {
  beforeAll(async () => {
    const names = { first_name: 'Conan', last_name: 'O’Neil' };
    await insertOldPatient(neil, ['conan', 'neil', 'o'], ['conan', 'neil', 'o'], names);
    const others = { first_name: "Brian D'Arcy", last_name: 'Lind' };
    await insertOldPatient(arcy, ['arcy', 'brian', 'd', 'lind'], ['arcy', 'brian', 'd', 'lind'], others);
    await make.patient({ first_name: 'Neil', last_name: 'Armstrong' });
  });

  it.each([
    ["o'neil", neil],
    ['O’Neil', neil],
    ["conan o'ne", neil],
    ["d'arcy", arcy],
    ["brian d'arcy", arcy],
  ])('is found by %s, and nobody else is', async (text, id) => {
    const found = await ok('GET', `/patient/?search=${encodeURIComponent(text)}`);
    expect(found.map((one: Body) => one.id)).toEqual([id]);
  });

  it('is found beside one with the terms of today', async () => {
    const { id } = await make.patient({ first_name: 'Shaquille', last_name: "O'Neill" });
    const found = await ok('GET', "/patient/?search=o'neil");
    expect(found.map((one: Body) => one.id)).toEqual([id, neil]);
  });
});
