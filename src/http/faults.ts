import type * as z from 'zod';
import { InvalidError } from '../errors';

const TYPES: Record<string, [type: string, msg: string]> = {
  string: ['string_type', 'Input should be a valid string'],
  number: ['float_type', 'Input should be a valid number'],
  int: ['int_type', 'Input should be a valid integer'],
  boolean: ['bool_type', 'Input should be a valid boolean'],
  array: ['list_type', 'Input should be a valid list'],
  object: ['dict_type', 'Input should be a valid dictionary'],
  file: ['value_error', 'Input should be a file'],
};

const FORMATS: Record<string, [type: string, msg: string]> = {
  uuid: ['uuid_parsing', 'Input should be a valid UUID'],
  guid: ['uuid_parsing', 'Input should be a valid UUID'],
  email: ['value_error', 'value is not a valid email address'],
};

/** What others take, and this service never will. */
const NEVER_TAKEN = new Map([
  [
    'jwks_uri',
    'Not supported, as the service would have to fetch from an address that it has not seen: send the keys as `jwks`',
  ],
]);

/** In pydantic's words. Messages name bounds and kinds, never the value that was sent. */
export const toInvalidError = ({ issues }: z.core.$ZodError, where: string): InvalidError =>
  new InvalidError(
    issues.flatMap((issue) => {
      const loc = [where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((name) => ({
          loc: [...loc, name],
          msg: NEVER_TAKEN.get(name) ?? 'The field is not taken here',
          type: 'extra_forbidden',
        }));
      const [type, msg] = describe(issue);
      return [{ loc, msg, type }];
    }),
  );

function describe(issue: z.core.$ZodIssue): [type: string, msg: string] {
  if (issue.input === undefined && issue.code !== 'custom') return ['missing', 'Field required'];
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? ['value_error', issue.message];
    case 'invalid_format':
      return FORMATS[issue.format] ?? ['value_error', issue.message];
    case 'invalid_value':
      return ['enum', `Input should be ${issue.values.map((value) => `'${String(value)}'`).join(', ')}`];
    case 'too_small':
      if (issue.origin === 'array') return ['too_short', `List should have at least ${issue.minimum} items`];
      return issue.inclusive === false
        ? ['greater_than', `Input should be greater than ${issue.minimum}`]
        : ['greater_than_equal', `Input should be greater than or equal to ${issue.minimum}`];
    case 'too_big':
      if (issue.origin === 'array') return ['too_long', `List should have at most ${issue.maximum} items`];
      return ['less_than_equal', `Input should be less than or equal to ${issue.maximum}`];
    case 'custom':
      return [String(issue.params?.type ?? 'value_error'), issue.message];
    default:
      return ['value_error', issue.message];
  }
}
