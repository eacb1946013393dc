import { type Actor, actorText } from '../audit';
import { idOf, linkTo } from '../router';

/** By whom. One who is there no more is an id, which leads to its record: that still says who it was. */
export function ActorName({ actor, actors }: { actor: string | null; actors: readonly Actor[] | undefined }) {
  const text = actorText(actor, actors);
  const isGone = actors !== undefined && text === actor && idOf(actor) !== '';
  return isGone ? <a href={linkTo('/admin/audit', { record: text })}>{text}</a> : <bdi>{text}</bdi>;
}
