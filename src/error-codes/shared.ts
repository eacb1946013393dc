/** When a code comes, and an example of its `detail`. */
export type Code = readonly [when: string, example: string];
export type Codes = Readonly<Record<string, Code>>;

// Codes of more than one kind.
export const DUPLICATE = [
  'A value that must be unique is taken: `field` names it',
  'Department with this code already exists',
] as const;
export const TOTP_REQUIRED = [
  'The password is right: send a code as `totp`, too',
  'A code of the second factor is needed: send it as totp',
] as const;
export const TOTP_INVALID = [
  'The password is right, but the code is wrong or was used',
  'totp is wrong or was used before',
] as const;
export const UNSUPPORTED_MEDIA_TYPE = [
  'The type of the body or of the file is not taken',
  'The body must be JSON, with Content-Type application/json',
] as const;
