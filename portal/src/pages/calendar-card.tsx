import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Appointment } from '../appointments';
import { formatNumber, formatSpan, joined, nameOf } from '../format';
import { t } from '../i18n';
import { AboutPatient } from './calendar-entry';
import { Badge } from './calendar-sign';

interface Props {
  area: RefObject<HTMLElement | null>;
  entryOf: (id: string | undefined) => Appointment | undefined;
}

/** Milliseconds for which the mouse rests on an appointment, pixels between that and its card, and those that have room for it all. */
const [REST, GAP, ROOMY] = [350, 4, 720];

/**
 * All about the appointment that the mouse rests on, or that has the focus by the keyboard: beside it, above everything else, until
 * Escape. Screen readers have it as the name of the appointment.
 */
export function HoverCard({ area, entryOf }: Props) {
  const [entry, setEntry] = useState<HTMLElement>();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: HTMLElement | undefined, rest = 0) => {
      clearTimeout(timer);
      timer = setTimeout(() => setEntry(next), rest);
    };
    const onFocus = ({ target }: Event) => {
      const next = entryAt(target);
      if (next?.matches(':focus-visible')) show(next);
    };
    const onOver = ({ target, pointerType, buttons }: PointerEvent) => {
      if (pointerType === 'touch' || buttons || card.current?.contains(target as Node)) return;
      show(entryAt(target), REST);
    };
    const hide = () => show(undefined);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    area.current?.addEventListener('focusin', onFocus, { signal });
    area.current?.addEventListener('focusout', hide, { signal });
    area.current?.addEventListener('scroll', () => card.current && placeBeside(card.current), { signal });
    document.addEventListener('pointerover', onOver, { signal });
    document.addEventListener('pointerdown', hide, { signal });
    document.addEventListener('keydown', onKey, { signal });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);

  /** Beside what it is of, within the window. */
  function placeBeside(element: HTMLElement) {
    if (!entry?.isConnected) return setEntry(undefined);
    const { left, right, top, bottom } = entry.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = element;
    const isRtl = document.dir === 'rtl';
    const [before, after] = [left - GAP - width, right + GAP];
    const [isBefore, isAfter] = [before > 0, after + width < innerWidth];
    const isBeside = isBefore || isAfter;
    // What is as wide as the window has it below, or above.
    const x = isBeside ? (isAfter && !(isRtl && isBefore) ? after : before) : isRtl ? right - width : left;
    const y = isBeside ? Math.min(top, innerHeight - height - GAP) : bottom + GAP;
    element.style.left = `${x}px`;
    element.style.top = `${Math.max(GAP, y + height > innerHeight ? top - GAP - height : y)}px`;
  }
  const appointment = entry && entryOf(entry.dataset.id);
  useLayoutEffect(() => {
    if (!card.current) return;
    if (!card.current.matches(':popover-open')) card.current.showPopover();
    placeBeside(card.current);
  });
  if (!appointment) return null;
  const { patient, schedule, expected_duration_minutes, status, queue_number, doctor, department, reason } =
    appointment;
  return (
    <div ref={card} class="hover-card" popover="manual" aria-hidden="true">
      <strong>
        <bdi>{patient && nameOf(patient)}</bdi>
      </strong>
      <span class="row">
        <Badge status={status} />
        {queue_number !== undefined && <span>{t.calendar.queue(formatNumber(queue_number))}</span>}
      </span>
      <span>{formatSpan(schedule, expected_duration_minutes ?? null)}</span>
      <span>{joined([doctor && nameOf(doctor), department?.name])}</span>
      <span class="row">{patient && <AboutPatient appointment={appointment} />}</span>
      {reason && <bdi class="reason">{reason}</bdi>}
      <span class="muted">
        {joined([
          appointment.notes && t.visit.hasRemarks,
          appointment.type,
          appointment.is_follow_up ? t.appointment.followUp : '',
        ])}
      </span>
    </div>
  );
}

function entryAt(target: EventTarget | null): HTMLElement | undefined {
  const entry = target instanceof Element ? target.closest<HTMLElement>('.timetable .entry') : null;
  return entry && entry.offsetWidth < ROOMY ? entry : undefined;
}
