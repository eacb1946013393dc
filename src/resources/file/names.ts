import { NAME_MAX } from '../../schemas/fields';

/** Characters that nobody sees: they can make a name look like another one, or turn its extension around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The name of a file without path and invisible characters, cut to 200 characters before its extension. */
export function fileName(sent: string, extensionLength: number): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(INVISIBLE, '');
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  return [...characters.slice(0, NAME_MAX - extensionLength), ...characters.slice(-extensionLength)].join('');
}

/** Content-Disposition (RFC 6266): the exact name as in RFC 8187, and one in ASCII for older clients. */
export function attachment(stored: string): string {
  const name = stored.replace(INVISIBLE, ''); // earlier versions stored them
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
