// What people see of a page, which is not what is in it.

/**
 * For each element whether all of it can be seen: text that nothing cuts or covers, once it has been scrolled to.
 * @returns those that cannot, by their texts
 */
export const hiddenIn = (locator) =>
  locator.evaluateAll((elements) => {
    const hides = (element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return overflowX !== 'visible' || overflowY !== 'visible';
    };
    // A line is higher than its letters.
    const [SIDE, HEIGHT] = [1, 2];
    const isWithin = (box, { left, right, top, bottom }) =>
      box.left >= left - SIDE && box.right <= right + SIDE && box.top >= top - HEIGHT && box.bottom <= bottom + HEIGHT;
    function boxesOf(element) {
      if (element instanceof SVGElement) return [element.getBoundingClientRect()];
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    }
    function isSeen(element) {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const boxes = boxesOf(element);
      if (boxes.length === 0 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      for (let around = element; around; around = around.parentElement) {
        if (!hides(around)) continue;
        if (around.scrollWidth > around.clientWidth + 1 && getComputedStyle(around).textOverflow === 'ellipsis')
          return false;
        if (!boxes.every((box) => isWithin(box, around.getBoundingClientRect()))) return false;
      }
      // Nothing lies upon it, nor beside it in its own button.
      return boxes.every(({ left, right, top, bottom }) =>
        [left + 1, (left + right) / 2, right - 1].every((x) => {
          const upmost = document.elementFromPoint(x, (top + bottom) / 2);
          return upmost !== null && (element.contains(upmost) || upmost.contains(element));
        }),
      );
    }
    return elements.filter((element) => !isSeen(element)).map(({ textContent }) => textContent || 'a sign');
  });
