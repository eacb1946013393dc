import type { Schema } from 'hospital-service-client';
import { textOrNull } from './edit';
import { tagsOf, tagsText } from './tags';

/** Why somebody comes, what colleagues should know of it, and tags, as they are typed. */
export type About = Record<'reason' | 'notes' | 'tags', string>;

export const NOTHING: About = { reason: '', notes: '', tags: '' };

type Visit = Pick<Schema<'AppointmentInput'>, 'reason' | 'notes' | 'tags'>;

export const aboutOf = ({ reason, notes, tags }: Visit): About => ({
  reason: reason ?? '',
  notes: notes ?? '',
  tags: tagsText(tags ?? []),
});

/** What is sent of what was changed; what is empty is taken away. */
export const changeOf = ({ reason, notes, tags }: Partial<About>) => ({
  reason: textOrNull(reason?.trim()),
  notes: textOrNull(notes?.trim()),
  tags: tags === undefined ? undefined : tagsOf(tags),
});

/** What is sent with a new visit: nothing of what is empty. */
export const bodyOfAbout = ({ reason, notes, tags }: About): Visit => ({
  ...(reason.trim() && { reason: reason.trim() }),
  ...(notes.trim() && { notes: notes.trim() }),
  ...(tagsOf(tags).length > 0 && { tags: tagsOf(tags) }),
});
