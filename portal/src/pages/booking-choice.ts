import { useState } from 'preact/hooks';
import { choiceAt, type Moving, minutesOf, slotAt, type Typed } from '../booking';
import { useDraft } from '../drafts';
import { today } from '../format';
import { useFree } from '../free';
import { useLoad, useSettled } from '../hooks';
import { loadHours } from '../hours';
import { t } from '../i18n';
import { setQuery } from '../router';
import type { Slot } from '../slots';
import { useStaff } from '../staff';
import { keyOfSlot } from '../ui/slots';
import { onlyDepartment } from '../walk-in';

export interface Address {
  /** ids, empty for none in particular */
  department: string;
  doctor: string;
  /** the first day to show, and a time on it that is chosen already */
  day: string;
  at: string;
}

const DAYS = 7;

/** The time that is chosen: a free one, or one of people's own, from the address or typed. */
export function useChoice({ department: given, doctor, day, at }: Address, moving: Moving['appointment'] | undefined) {
  // What is moved lasts as long as before.
  const nothing: Typed = { minutes: String(moving?.expected_duration_minutes || ''), own: null };
  const draft = useDraft(`booking ${moving?.id ?? ''}`, nothing, () =>
    moving ? t.appointment.moveTitle : t.booking.title,
  );
  const [picked, setPicked] = useState<string>();
  // Whoever comes with a time in the address has just chosen it.
  const own = at ? { day, time: at } : draft.value.own;
  const typed: Typed = { minutes: draft.value.minutes, own };
  const length = minutesOf(typed.minutes);
  const minutes = useSettled(length);
  const from = [day, today()].sort()[1] as string;
  const staff = useStaff();
  const wanted = { department: given, doctor, from, days: DAYS, minutes };
  const free = useFree(wanted, staff.data);
  // Those of another length are from before it was typed.
  const slots = (free.data?.rows.flatMap(({ days }) => days.flatMap((each) => each.slots)) ?? []).filter(
    ({ expected_duration_minutes }) => length === undefined || expected_duration_minutes === length,
  );
  const slot = own ? slotAt(slots, own, doctor) : slots.find((each) => keyOfSlot(each) === picked);

  // A doctor of one department is there at a time of people's own, too.
  const asked = own && !given ? doctor : '';
  const theirs = useLoad(async (signal) => asked && loadHours({ ...wanted, doctor: asked }, signal), [asked, from]);
  const department = given || onlyDepartment(theirs.data || undefined, doctor);

  function type(next: Typed) {
    // What is typed takes the place of the time in the address.
    if (at) setQuery({ at: undefined });
    draft.set(next);
  }
  return {
    ...{ draft, typed, staff, wanted, free, slot, department },
    choice: own && !slot ? choiceAt(own, { doctor, department, minutes: length }) : slot,
    type,
    pick(chosen: Slot | undefined) {
      if (own) type({ ...typed, own: null });
      setPicked(chosen && keyOfSlot(chosen));
    },
    /** whose times are shown, and from when */
    show(next: Record<string, string | undefined>) {
      // A time in the address is one of its day.
      if (at && next.from) type(typed);
      setPicked(undefined);
      setQuery(next);
    },
    /** nothing is chosen any more */
    clear() {
      draft.clear();
      setPicked(undefined);
      setQuery({ at: undefined });
    },
  };
}
