import type { enBilling } from './en-billing';

export const arBilling: typeof enBilling = {};
