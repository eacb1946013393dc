import { describe, expect, it } from 'vitest';
import { newWebhook, getWebhook } from '../support/webhooks';

describe('POST /webhooks/', () => {
  it('x', async () => {
    const hook = await newWebhook();
    console.log(hook, (await getWebhook(hook.id)).body);
    expect(hook.secret).toMatch(/^whsec_/);
  });
});
