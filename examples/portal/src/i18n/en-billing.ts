export const enBilling = {};
