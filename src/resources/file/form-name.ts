/** The names of files in forms (multipart/form-data), as browsers and other programs write them. */

/** By the WHATWG's encoding of forms a name has these three encoded, and nothing else. */
export const decodeFormName = (name: string): string => name.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);

const FILE_HEADER = /(?:^|\r\n)content-disposition:[^\r\n]*;[ \t]*filename="/i;
/** `C:\folder\` or `\\server\folder\`, as it is sent: nothing is escaped in it. */
const WINDOWS_FOLDERS = /^(?:[a-z]:|\\)\\(?:[^"\r\n]*\\)?/i;

/**
 * Takes the folders of Windows out of the name of a form's first file: the runtime reads each `\` as the escape of what
 * follows, and of `C:\new\x.pdf` would leave `C:newx.pdf`.
 */
export function withoutWindowsFolders(head: Uint8Array): Uint8Array {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const found = FILE_HEADER.exec(text);
  if (!found) return head;
  const name = found.index + found[0].length;
  const folders = WINDOWS_FOLDERS.exec(text.slice(name))?.[0].length ?? 0;
  return folders === 0 ? head : Buffer.concat([head.subarray(0, name), head.subarray(name + folders)]);
}
