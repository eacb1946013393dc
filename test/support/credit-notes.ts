import { type CallOptions, call } from './client';
import { input, type Overrides } from './input';

/** Of an amount, or of what is given instead. */
export const credit = (invoice: string, given: Overrides | number, options: CallOptions = {}) => {
  const content = typeof given === 'number' ? { amount: given } : { amount: undefined, ...given };
  return call('POST', `/invoice/${invoice}/credit-note`, { json: input.creditNote(content), ...options });
};
