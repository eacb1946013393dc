import { describe, expect, it } from 'vitest';
import { canonicalUuid } from '../../src/rules/uuid';

const UUID = '0b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11';
const DIGITS = UUID.replaceAll('-', '');

describe('canonicalUuid()', () => {
  it.each([
    UUID,
    UUID.toUpperCase(),
    DIGITS,
    DIGITS.toUpperCase(),
    `{${UUID}}`,
    `{${DIGITS}}`,
    `urn:uuid:${UUID}`,
    `URN:UUID:${UUID.toUpperCase()}`,
    `urn:uuid:{${DIGITS}}`,
  ])('reads %s', (text) => expect(canonicalUuid(text)).toBe(UUID));

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])('reads %s', (text) =>
    expect(canonicalUuid(text)).toBe(text),
  );

  it.each([
    '',
    UUID.slice(1),
    `${UUID}0`,
    UUID.replace('0b', 'g0'),
    UUID.replace('-', ''),
    UUID.replaceAll('-', ' '),
    UUID.replaceAll('-', '_'),
    `{${UUID}`,
    `${UUID}}`,
    `{{${UUID}}}`,
    ` ${UUID}`,
    `${UUID}\n`,
    `uuid:${UUID}`,
    `urn:${UUID}`,
    `urn:uuid:urn:uuid:${UUID}`,
    '０b0e3a1c-5a3f-4d0e-9c54-6d9f3f0e7a11',
  ])('refuses %j', (text) => expect(canonicalUuid(text)).toBeUndefined());
});
