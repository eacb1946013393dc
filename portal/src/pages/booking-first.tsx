import { useEffect, useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { formatMoment, nameOf } from '../format';
import { t } from '../i18n';
import { firstSlots, type Slot } from '../slots';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { keyOfSlot } from '../ui/slots';
import { Alert } from '../ui/status';

interface Props {
  minutes: number | undefined;
  /** of visits; empty for none in particular */
  type: string;
  staff: Staff | undefined;
  onTake: (slot: Slot) => void;
}

/** Who is free first, wherever that is: for somebody who does not mind to whom they come. */
export function FirstFree({ minutes, type, staff, onTake }: Props) {
  const [slots, setSlots] = useState<readonly Slot[]>();
  const { busy, error, run, reset } = useAction();
  // Those of another type, or of another length, are no answer any more.
  useEffect(() => {
    setSlots(undefined);
    reset();
  }, [minutes, type]);
  const look = () => run(async () => setSlots(await firstSlots({ minutes, type })));
  return (
    <div class="whole">
      <div class="row">
        <Button busy={busy} aria-expanded={slots !== undefined} onClick={slots ? () => setSlots(undefined) : look}>
          {t.booking.first}
        </Button>
      </div>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div role="status">
        {slots?.length === 0 && <p class="muted">{t.booking.firstNone}</p>}
        {slots && slots.length > 0 && (
          <ul class="plain" aria-label={t.booking.first}>
            {slots.map((slot) => (
              <li key={keyOfSlot(slot)} class="row">
                <Button
                  onClick={() => {
                    setSlots(undefined);
                    onTake(slot);
                  }}
                >
                  {formatMoment(slot.schedule)}
                </Button>
                <bdi>{nameIn(staff, slot)}</bdi>
                <bdi class="muted">{staff?.departments.find(({ id }) => id === slot.department_id)?.name}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function nameIn(staff: Staff | undefined, { doctor_id }: Slot): string {
  const doctor = staff?.doctors.find(({ id }) => id === doctor_id);
  return doctor ? nameOf(doctor) : '';
}
