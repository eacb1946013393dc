export const QUEUE_KINDS = ['access', 'export', 'import', 'webhook', 'message'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

const FIRST_KIND = new RegExp(`(?:^|-)(${QUEUE_KINDS.join('|')})(?=-|$)`);

const isKind = (word: string | undefined): word is QueueKind => QUEUE_KINDS.some((kind) => kind === word);

/**
 * By the first word of its name that is one: what follows may be `dead`, where its messages come a second time, and the name of an
 * environment, which may be such a word itself.
 */
export function kindOfQueue(name: string): QueueKind | undefined {
  const word = FIRST_KIND.exec(name)?.[1];
  return isKind(word) ? word : undefined;
}
