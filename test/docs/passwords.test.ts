import { expect, it } from 'vitest';
import { isCommon } from '../../src/rules/password';
import { document } from '../support/openapi';

const pages = import.meta.glob(['/README.md', '/docs/*.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('No password of an example is a common one', () => {
  const texts = [...Object.values(pages), JSON.stringify(document)].map((text) => text.replaceAll('\\"', '"'));
  const examples = texts.flatMap((text) =>
    [...text.matchAll(/"password": ?"([^"]+)"/g)].map(([, password]) => password),
  );
  expect(examples.length).toBeGreaterThan(8);
  for (const password of examples) expect(isCommon(password ?? ''), password).toBe(false);
});
