import * as z from 'zod';
import { eventCursor, eventPattern } from '../../schemas/event';
import { LIMIT_MAX } from '../../schemas/listing';
import { queryInt, queryList } from '../../schemas/requests';

export const EventQuery = z.object({
  after: eventCursor
    .optional()
    .describe(
      'Only what has happened after this event, or behind the page that led here; by default in the last 30 days',
    ),
  types: queryList(eventPattern).describe(
    'Repeatable: any of these. `appointment.*` is every type of event of appointments',
  ),
  limit: queryInt(1, LIMIT_MAX).default(100),
});
export type EventQuery = z.output<typeof EventQuery>;
