// What stands in the calendar of the portal.

/** An appointment. */
export const entry = (page, { id }) => page.locator(`.entry[data-id="${id}"]`);

/** A free time of a doctor, or of a day of a week, counted from 0. */
export const free = (page, column, time) =>
  page
    .locator('.column')
    .nth(column)
    .getByRole('button', { name: `Book ${time}` });
