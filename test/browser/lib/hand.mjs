// Somebody at the portal, whose clicks, keys and fields are counted.

/**
 * @param page Playwright's
 * @returns what people do: `click`, `choose` (of a select), `type` (into a field) and `press` (a key); `count` of it since `rest`
 */
export function handOf(page) {
  let begun = Date.now();
  const done = { clicks: 0, fields: 0 };
  return {
    async click(locator) {
      done.clicks++;
      await locator.click();
    },
    async choose(locator, option) {
      done.clicks++;
      await locator.selectOption(option);
    },
    async pick(locator, file) {
      done.clicks++;
      await locator.setInputFiles(file);
    },
    async type(locator, text) {
      done.fields++;
      await locator.fill(text);
    },
    async press(key) {
      done.clicks++;
      await page.keyboard.press(key);
    },
    /** Of the clicks and fields since the last time, and the seconds that the portal took for them. */
    rest() {
      const count = { ...done, seconds: (Date.now() - begun) / 1000 };
      Object.assign(done, { clicks: 0, fields: 0 });
      begun = Date.now();
      return count;
    },
  };
}
