// What wrangler says while a service runs, line by line, without colours.

/** Its table of bindings, some 30 lines that come again and again: they would push what is worth reading off the screen. */
const TABLE = /^(Your Worker has access to the following bindings:|Binding +Resource +Mode|env\.\w+ )/;
/** It may hold ids, the url of a file or the text of a search. */
const ADDRESS = /https?:\/\/|^\[wrangler:\w+\] [A-Z]+ \//;

export const isWorthShowing = (line) => line.trim() !== '' && !TABLE.test(line) && !ADDRESS.test(line);

/** The last that it says of its start. */
export const isReady = (line) => line.startsWith('[wrangler:info] Ready on ');
