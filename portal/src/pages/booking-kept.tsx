import { messageOf } from '../errors';
import { formatTime } from '../format';
import type { Held } from '../hold';
import { t } from '../i18n';
import { useRooms } from '../planning';
import { Button } from '../ui/button';
import { Alert } from '../ui/status';

/** Until when the chosen time is kept, and in which room; or why it is not. */
export function Kept({ held, onAgain }: { held: Held; onAgain: () => void }) {
  const room = held.is === 'kept' ? held.hold.resource_id : undefined;
  const rooms = useRooms(room !== undefined);
  const name = rooms.data?.find(({ id }) => id === room)?.name;
  if (held.is === 'refused') return <Alert>{messageOf(held.error)}</Alert>;
  return (
    <p class="kept hint" role="status">
      {held.is === 'kept' && t.booking.kept(formatTime(held.hold.expires_at))}
      {name && (
        <>
          {' · '}
          <bdi>{name}</bdi>
        </>
      )}
      {held.is === 'over' && (
        <>
          {t.booking.keptNoMore} <Button onClick={onAgain}>{t.booking.keepAgain}</Button>
        </>
      )}
    </p>
  );
}
