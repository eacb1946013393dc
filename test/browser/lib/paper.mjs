// What a page is on paper.

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

/** What is in the margins of each page, by the places that styles/print.css has for it. */
export const marginsOf = (page) =>
  page.evaluate(() => {
    const { style } = document.documentElement;
    const names = ['page-head', 'page-foot-left', 'page-foot-center', 'page-foot-right'];
    // Each name and number is isolated by signs that nobody sees.
    return names.map((name) => style.getPropertyValue(`--${name}`).replace(/[\u2066-\u2069]/g, ''));
  });
