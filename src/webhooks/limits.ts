/** Of all that are not deleted: each change is looked at for each of them. */
export const WEBHOOKS_MAX = 20;
