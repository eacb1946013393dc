import type * as z from 'zod';
import type { EndpointSpec } from './endpoint';

type Answers = EndpointSpec['answers'];

/** For `endpoint()`: what a create answers. */
export const createAnswers = (body: z.ZodType, description = 'Created'): Answers => ({
  201: { description, body, headers: { location: 'Its address', etag: 'Its version' } },
});

/** For `endpoint()`: what an update answers. */
export const updateAnswers = (body: z.ZodType, description = 'Updated'): Answers => ({
  200: { description, body, headers: { etag: 'Its new version' } },
});
