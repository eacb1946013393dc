import { dialable } from 'hospital-service-client';
import { Fragment } from 'preact';

/** What stands in a field of telephone numbers, with a link for each one where it is clear what to dial. */
export function Phone({ field }: { field: string }) {
  const numbers = dialable(field);
  // Whose the one and whose the other number is.
  const isNamed = numbers.length > 1 && /\p{L}/u.test(field);
  return (
    <>
      {(numbers.length === 0 || isNamed) && <bdi>{field}</bdi>}
      {numbers.map(({ text, href }, n) => (
        <Fragment key={href}>
          {(n > 0 || isNamed) && ' · '}
          <a href={href} dir="ltr">
            {text}
          </a>
        </Fragment>
      ))}
    </>
  );
}
