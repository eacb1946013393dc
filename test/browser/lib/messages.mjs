// What the portal says in a language, so that a test can look for it without a copy of its texts.
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from '../../../scripts/lib.mjs';

/** @returns the portal's messages, as its pages have them: `t.booking.submit` */
export async function messagesOf(language) {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'portal', 'src', 'i18n', `${language}.ts`)],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const module = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return module[language];
}
