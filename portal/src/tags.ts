/** Tags as people write them, between commas of either script. */
export const tagsOf = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((tag) => tag.trim())
    .filter(Boolean);

export const tagsText = (tags: readonly string[]): string => tags.join(', ');
