/** By which mails about visits are counted, in `mail_count`. */
export const REMINDERS = {
  /** with all other mails of the deployment */
  counter: 'all',
  /** no count: the minute until which none is tried */
  held: 'held',
} as const;
