import { useState } from 'preact/hooks';
import { type Appointment, Outdated, type Status, setStatus } from './appointments';
import { hasCode } from './errors';

type Statuses = [Status, ...Status[]];

export interface Done {
  appointment: Appointment;
  status: Status;
}

/** Back from a status to the one before. The service lets what is completed only be scheduled again, so that takes two steps. */
const backTo = (before: Status, after: Status): Statuses =>
  after === 'COMPLETED' && before !== 'SCEDULED' ? ['SCEDULED', before] : [before];

export interface Acts {
  /** as they are since, before the list has them so */
  current: (listed: readonly Appointment[]) => Appointment[];
  isBusy: (id: string) => boolean;
  fault: { appointment: Appointment; error: unknown; isOutdated: boolean } | undefined;
  /** what was done last, and can be undone */
  done: Done | undefined;
  set: (appointment: Appointment, from: Status, to: Status) => Promise<void>;
  undo: () => Promise<void>;
}

/** Statuses that a list sets. @param onChanged the list should be loaded again */
export function useActs(onChanged: () => void): Acts {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [newer, setNewer] = useState<ReadonlyMap<string, Pick<Appointment, 'status' | 'updated_at'>>>(new Map());
  const [fault, setFault] = useState<Acts['fault']>();
  const [last, setLast] = useState<Done & { back: Statuses }>();

  async function change(appointment: Appointment, ...steps: Statuses): Promise<Appointment | undefined> {
    const { id } = appointment;
    if (busy.includes(id)) return undefined;
    setBusy((ids) => [...ids, id]);
    setFault(undefined);
    try {
      const { status, updated_at } = await setStatus(appointment, ...steps);
      setNewer((before) => new Map(before).set(id, { status, updated_at }));
      return { ...appointment, status, updated_at };
    } catch (error) {
      setFault({ appointment, error, isOutdated: error instanceof Outdated || hasCode(error, 'outdated') });
      return undefined;
    } finally {
      // Also after an error: what others have done is shown.
      onChanged();
      setBusy((ids) => ids.filter((one) => one !== id));
    }
  }
  return {
    fault,
    done: last,
    isBusy: (id) => busy.includes(id),
    current: (listed) =>
      listed.map((one) => {
        const known = newer.get(one.id);
        return known && known.updated_at > one.updated_at ? { ...one, ...known } : one;
      }),
    async set(appointment, from, to) {
      const changed = await change(appointment, to);
      if (changed) setLast({ appointment: changed, status: to, back: backTo(from, to) });
    },
    async undo() {
      if (!last) return;
      setLast(undefined);
      await change(last.appointment, ...last.back);
    },
  };
}
