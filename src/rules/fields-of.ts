// What TypeScript does not know of `Object.keys` and `Object.fromEntries`. Here objects are what schemas and statements have made:
// they have the fields of their types, and no others.

export const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T & string)[];

/** @param entries one for each `Name` */
export const recordOf = <Name extends string, Value>(entries: readonly (readonly [Name, Value])[]) =>
  Object.fromEntries(entries) as Record<Name, Value>;

/** An object of some fields. @param read takes the value from a field of the same name, so that it has that field's type */
export const fieldsOf = <T extends object, Name extends keyof T & string>(
  names: readonly Name[],
  read: (name: Name) => T[Name],
) => Object.fromEntries(names.map((name) => [name, read(name)])) as Pick<T, Name>;

/** The fields of any object by any name, undefined for one that it does not have: of their types nothing is claimed. */
export const byName = (object: object) => object as Readonly<Record<string, unknown>>;
