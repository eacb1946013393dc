// What a page is on paper.
import { inflateSync } from 'node:zlib';

/** @returns what is to be seen of it as it is printed: its text and rows, its controls, and what is cut off. `onScreen` ends it. */
export async function onPaper(page) {
  await page.emulateMedia({ media: 'print' });
  // Pages draw some of it for printing only.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const seen = page.locator('body *').filter({ visible: true });
  return {
    text: (await page.locator('main').allInnerTexts()).join('\n'),
    rows: await page.locator('tbody tr').filter({ visible: true }).allInnerTexts(),
    controls: await seen.and(page.locator('.button, input, select, textarea, nav')).allTextContents(),
    cut: await seen.evaluateAll((elements) =>
      elements
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ),
  };
}

export async function onScreen(page) {
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
}

/** The sizes of the pages of a PDF, in millimetres. */
export const sizesOf = (pdf) =>
  [...pdf.toString('latin1').matchAll(/\/Type \/Page\b[^s][\s\S]*?\/MediaBox \[0 0 (\S+) (\S+)\]/g)].map(
    ([, ...sides]) => sides.map((side) => Math.round((Number(side) / 72) * 25.4)),
  );

/** What is in the margins of each page: at the beginning and the end of its first line, and of its last. */
export async function marginsOf(page) {
  // They come with the frame after the page.
  await page.waitForFunction(() => /counter\(page,/.test(document.documentElement.getAttribute('style')));
  return page.evaluate(() => {
    const { style } = document.documentElement;
    const sides = document.dir === 'rtl' ? ['right', 'left'] : ['left', 'right'];
    const places = ['top', 'bottom'].flatMap((line) => sides.map((side) => `--page-${line}-${side}`));
    // Each name and number is isolated by signs that nobody sees.
    return places.map((place) => style.getPropertyValue(place).replace(/[\u2066-\u2069]/g, ''));
  });
}

/** Colours, as CSS and PDF write them. */
export const RED = { css: '#f00', rg: '1 0 0' };
export const BLUE = { css: '#00f', rg: '0 0 1' };
export const GREEN = { css: '#0f0', rg: '0 1 0' };

/** Paints what is looked for on paper. @param marks a selector and a colour of each, by name */
export const mark = (page, marks) =>
  page.evaluate(
    (rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules.join(' '));
      document.adoptedStyleSheets = [sheet];
    },
    Object.values(marks).map(([selector, { css }]) => `${selector} { background: ${css} }`),
  );

/** The upper and lower edges of what has a colour, of each page from above. */
export async function markedPages(page, marks) {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)]
    .map(([, bytes]) => contentOf(Buffer.from(bytes, 'latin1')))
    .filter((content) => / re\nf\n/.test(content))
    .map((content) =>
      Object.fromEntries(Object.entries(marks).map(([name, [, { rg }]]) => [name, edgesOf(content, rg)])),
    );
}

/** Of a stream that is no content of a page nothing. */
function contentOf(bytes) {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

function edgesOf(content, rg) {
  const painted = content.matchAll(new RegExp(`${rg} rg\\n(?:/\\S+ gs\\n)?\\S+ (\\S+) \\S+ (\\S+) re`, 'g'));
  return [...painted].map(([, top, height]) => [Number(top), Number(top) + Number(height)]);
}
