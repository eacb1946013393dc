import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { bytesOf, PNG } from '../support/files';

const { id: patient } = await make.patient();

/** A form as a browser writes it, byte for byte: `FormData` would write the name anew. */
function formWith(filename: string): Uint8Array {
  const head = [
    `--x\r\ncontent-disposition: form-data; name="entity_id"\r\n\r\n${patient}`,
    `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n`,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), PNG, bytesOf('\r\n--x--\r\n')]);
}

async function storedName(filename: string): Promise<string> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  await ok('POST', '/static/upload_file', { body: formWith(filename), headers });
  const { body } = await call('GET', `/static/?entity_id=${patient}&limit=1`);
  return body[0].filename;
}

describe('The name of a file', () => {
  it.each([
    ['quotes', '%22old%22.png', '"old".png'],
    ['line breaks', 'a%0D%0Ab%0Ac.png', 'a b c.png'],
    ['another percent sign', '100%25 of 5%2F6.png', '100%25 of 5%2F6.png'],
    ['a path of Windows', 'C:\\fakepath\\x.png', 'x.png'],
    ['a path of Windows with a folder named by a quote', 'C:\\new\\%22r%22.png', '"r".png'],
    ['a path of a server of Windows', '\\\\srv\\share\\x.png', 'x.png'],
    ['a drive of Windows', 'D:\\x.png', 'x.png'],
    ['an escaped quote', 'a\\"b.png', 'a"b.png'],
    ['single', "f'x.png", "f'x.png"],
    ['umlauts', 'Größe ض.png', 'Größe ض.png'],
  ])('in a form keeps %s', async (_, sent, stored) => {
    expect(await storedName(sent)).toBe(stored);
  });
});
