import { NAME_MAX } from '../../schemas/fields';

/** The name of a file without its path, control characters and what is beyond 200 characters; its extension stays. */
export function fileName(sent: string, extensionLength: number): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(/\p{Cc}/gu, '');
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  return [...characters.slice(0, NAME_MAX - extensionLength), ...characters.slice(-extensionLength)].join('');
}

/** RFC 6266: the exact name as RFC 8187 writes it, and one in ASCII for clients that do not know that. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
