import { NAME_MAX } from '../../schemas/fields';

/** The name of a file without path and control characters, cut to 200 characters before its extension. */
export function fileName(sent: string, extensionLength: number): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(/\p{Cc}/gu, '');
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  return [...characters.slice(0, NAME_MAX - extensionLength), ...characters.slice(-extensionLength)].join('');
}

/** Content-Disposition (RFC 6266): the exact name as in RFC 8187, and one in ASCII for older clients. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
