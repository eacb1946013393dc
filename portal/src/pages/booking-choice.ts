import { useMemo, useState } from 'preact/hooks';
import { type Choice, choiceAt, type Moving, minutesOf, slotAt, type Typed } from '../booking';
import { useDraft } from '../drafts';
import { dayOf, today } from '../format';
import { useFree } from '../free';
import { useLoad, useSettled } from '../hooks';
import { loadHours } from '../hours';
import { t } from '../i18n';
import { setQuery } from '../router';
import type { Slot } from '../slots';
import { useStaff } from '../staff';
import { keyOfSlot } from '../ui/slots';
import { staffOf, useOfferedTypes } from '../visit-types';
import { onlyDepartment } from '../walk-in';

export interface Address {
  /** ids, empty for none in particular */
  department: string;
  doctor: string;
  /** of visits */
  type: string;
  /** the first day to show, and a time on it that is chosen already */
  day: string;
  at: string;
}

const DAYS = 7;

/** The time that is chosen: a free one, or one of people's own, from the address or typed. */
export function useChoice(address: Address, moving: Moving['appointment'] | undefined) {
  const { department: given, doctor, day, at } = address;
  // What is moved lasts as long as before.
  const nothing: Typed = { minutes: String(moving?.expected_duration_minutes || ''), own: null, repeat: null };
  const draft = useDraft(`booking ${moving?.id ?? ''}`, nothing, () =>
    moving ? t.appointment.moveTitle : t.booking.title,
  );
  const [picked, setPicked] = useState<string>();
  // Whoever comes with a time in the address has just chosen it.
  const own = at ? { day, time: at } : draft.value.own;
  const typed: Typed = { ...draft.value, own };
  const length = minutesOf(typed.minutes);
  const minutes = useSettled(length);
  const from = [day, today()].sort()[1] as string;
  const everybody = useStaff();
  const types = useOfferedTypes();
  // A visit keeps its type where it moves, unless that is offered no more.
  const asked = moving ? (moving.type_id ?? '') : address.type;
  const kind = types.data?.find(({ id }) => id === asked);
  const type = types.data && !kind ? '' : asked;
  const staff = {
    ...everybody,
    data: useMemo(
      () => (everybody.data && kind ? staffOf(everybody.data, kind) : everybody.data),
      [everybody.data, kind],
    ),
  };
  const wanted = { department: given, doctor, from, days: DAYS, minutes, type };
  const free = useFree(wanted, staff.data, kind);
  // Those of another length are from before it was typed.
  const slots = (free.data?.rows.flatMap(({ days }) => days.flatMap((each) => each.slots)) ?? []).filter(
    ({ expected_duration_minutes }) => length === undefined || expected_duration_minutes === length,
  );
  const slot = own ? slotAt(slots, own, doctor) : slots.find((each) => keyOfSlot(each) === picked);

  // A doctor of one department is there at a time of people's own, too.
  const alone = own && !given ? doctor : '';
  const theirs = useLoad(async (signal) => alone && loadHours({ ...wanted, doctor: alone }, signal), [alone, from]);
  const department = given || onlyDepartment(theirs.data || undefined, doctor);

  function change(next: Typed) {
    // What is typed takes the place of the time in the address.
    if (at) setQuery({ at: undefined });
    draft.set(next);
  }
  function choice(): Choice | undefined {
    if (own && !slot) return choiceAt(own, { doctor, department, minutes: length ?? kind?.minutes, type });
    return slot && { ...slot, type_id: type };
  }
  return {
    ...{ draft, typed, staff, types, kind, wanted, free, slot, department },
    choice: choice(),
    type: change,
    pick(chosen: Slot | undefined) {
      if (own) change({ ...typed, own: null });
      setPicked(chosen && keyOfSlot(chosen));
    },
    /** whose times are shown, and from when */
    show(next: Record<string, string | undefined>) {
      // A time in the address is one of its day.
      if (at && next.from) change(typed);
      setPicked(undefined);
      setQuery(next);
    },
    /** what kind of visit it is, which says how long it lasts */
    choose(id: string) {
      const chosen = types.data?.find((one) => one.id === id);
      const offered = chosen && everybody.data && staffOf(everybody.data, chosen);
      const isThere = (list: readonly { id: string }[] | undefined, one: string) =>
        !list || list.some((each) => each.id === one);
      if (!moving) draft.set({ ...draft.value, minutes: '' });
      setPicked(undefined);
      setQuery({
        type: id || undefined,
        ...(!isThere(offered?.departments, given) && { department: undefined }),
        ...(!isThere(offered?.doctors, doctor) && { doctor: undefined }),
      });
    },
    /** one of the first free times, wherever it is */
    take(first: Slot) {
      draft.set({ ...draft.value, own: null });
      setPicked(keyOfSlot(first));
      const { doctor_id, department_id, schedule } = first;
      setQuery({ at: undefined, doctor: doctor_id, department: department_id, from: dayOf(schedule) });
    },
    /** nothing is chosen any more */
    clear() {
      draft.clear();
      setPicked(undefined);
      setQuery({ at: undefined });
    },
  };
}
