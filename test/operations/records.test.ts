import { describe, expect, it } from 'vitest';
import { operations } from '../support/openapi';
import { OPERATIONS } from '../support/operations';

describe('Every operation of the OpenAPI document', () => {
  it('has a record in test/support/operations, with its cases and its body', () => {
    const faults = operations.flatMap(({ name, operation: { requestBody } }) => {
      const record = OPERATIONS[name];
      if (!record) return [`${name} has no record in test/support/operations: add one`];
      const takesJson = requestBody?.required && requestBody.content['application/json'];
      return [
        ...(Object.keys(record.cases).length ? [] : [`${name} has no case, so nothing checks what it costs`]),
        ...(takesJson && !record.body ? [`${name} takes JSON, its record needs a body with every field`] : []),
      ];
    });
    expect(faults, faults.join('\n')).toEqual([]);
  });

  it('is the only thing that has a record', () => {
    const documented = operations.map(({ name }) => name);
    const unknown = Object.keys(OPERATIONS).filter((name) => !documented.includes(name));
    expect(unknown, 'records of operations that the document does not have').toEqual([]);
  });
});
