import type { Result } from './client';

/** What an answer sets, by name: a browser would keep it. */
export const setCookies = ({
  headers,
}: Pick<Result, 'headers'>): Record<string, { value: string; attributes: string[] }> =>
  Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes: attributes.sort() }];
    }),
  );

/** The `Cookie` header of a browser that has only this answer's device cookie. */
export function deviceOf(answer: Pick<Result, 'headers'>): string {
  const [device] = Object.entries(setCookies(answer)).filter(
    ([name, { value }]) => name.startsWith('device_') && value,
  );
  if (!device) throw new Error('the answer sets no device cookie');
  return `${device[0]}=${device[1].value}`;
}
