import { t } from '../i18n';
import { useRooms } from '../planning';

interface Props {
  id: string | undefined;
  onChange?: ((id: string | null) => void) | undefined;
}

/** The room, or the device, that a visit takes. A hospital that has none sees nothing of it. */
export function Room({ id = '', onChange }: Props) {
  const rooms = useRooms(id !== '' || onChange !== undefined).data;
  const room = rooms?.find((one) => one.id === id);
  if (!id && !rooms?.length) return null;
  const name = room?.name ?? (rooms ? t.rooms.former : '…');
  return (
    <>
      <dt>{t.rooms.short}</dt>
      <dd>
        {rooms?.length && onChange ? (
          <select
            aria-label={t.rooms.short}
            value={id}
            onChange={({ currentTarget: { value } }) => onChange(value || null)}
          >
            <option value="">{t.none}</option>
            {id && !room && <option value={id}>{name}</option>}
            {[...Map.groupBy(rooms, ({ kind }) => kind)].map(([kind, ofKind]) => (
              <optgroup key={kind} label={kind}>
                {ofKind.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        ) : (
          <bdi>{name}</bdi>
        )}
      </dd>
    </>
  );
}
