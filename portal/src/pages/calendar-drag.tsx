import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { atMinute, formatTime } from '../format';
import type { Scale } from '../scale';
import { type Column, snapped } from '../timetable';
import { minuteAt } from './calendar-column';
import { placeOf } from './calendar-entry';

interface Props {
  area: RefObject<HTMLElement | null>;
  columns: readonly Column[];
  scale: Scale;
  onDrop: (id: string, column: Column, minute: number) => void;
}

interface Drag {
  entry: HTMLElement;
  /** where it was taken: minutes after its beginning, and on the screen */
  grip: number;
  x: number;
  y: number;
  /** whether it has been moved so far that it is no click */
  begun: boolean;
}

interface Place {
  column: number;
  minute: number;
}

/** Pixels that a hand may tremble, and those from an edge at which the calendar scrolls. */
const [TREMOR, EDGE] = [6, 40];

/**
 * Takes appointments to other times and doctors by the mouse or a pen, and shows where they would be. A finger scrolls, and
 * Escape lets go.
 */
export function Dragging(props: Props) {
  const [place, setPlace] = useState<Place & { long: number }>();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const area = props.area.current;
    if (!area) return;
    let drag: Drag | undefined;
    let at: Place | undefined;
    let frame = 0;

    function look({ entry, grip, x, y }: Drag) {
      if (!area) return;
      const { columns, scale } = latest.current;
      const drawn = [...area.querySelectorAll('.column')];
      const index = drawn.findIndex((column) => {
        const { left, right } = column.getBoundingClientRect();
        return left <= x && x < right;
      });
      const [element, column] = [drawn[index], columns[index]];
      if (!element || !column) return;
      const minute = snapped(minuteAt(element, y, scale) - grip, column);
      if (at?.column === index && at.minute === minute) return;
      at = { column: index, minute };
      setPlace({ ...at, long: Number(entry.dataset.long) });
    }
    function scroll() {
      if (!drag || !area) return;
      const { left, right, top, bottom } = area.getBoundingClientRect();
      const step = (from: number, to: number, here: number) => (here < from + EDGE ? -8 : here > to - EDGE ? 8 : 0);
      area.scrollBy(step(left, right, drag.x), step(top, bottom, drag.y));
      look(drag);
      frame = requestAnimationFrame(scroll);
    }
    function end() {
      cancelAnimationFrame(frame);
      drag?.entry.removeAttribute('data-dragged');
      drag = undefined;
      at = undefined;
      setPlace(undefined);
    }
    function onDown({ target, button, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      const entry = target instanceof Element && target.closest<HTMLElement>('.entry[data-movable]');
      if (!entry || button !== 0 || !isPrimary || pointerType === 'touch') return;
      const column = entry.closest('.column');
      const grip = column ? minuteAt(column, y, latest.current.scale) - Number(entry.dataset.at) : 0;
      drag = { entry, grip, x, y, begun: false };
    }
    function onMove({ clientX, clientY, pointerId }: PointerEvent) {
      if (!drag) return;
      if (!drag.begun) {
        if (Math.hypot(clientX - drag.x, clientY - drag.y) < TREMOR) return;
        drag.begun = true;
        drag.entry.setAttribute('data-dragged', '');
        area?.setPointerCapture(pointerId);
        frame = requestAnimationFrame(scroll);
      }
      drag.x = clientX;
      drag.y = clientY;
    }
    function onUp() {
      if (drag?.begun) {
        look(drag);
        const { entry } = drag;
        const column = at && latest.current.columns[at.column];
        const isElsewhere =
          at && (Number(entry.dataset.column) !== at.column || Number(entry.dataset.at) !== at.minute);
        if (at && column && isElsewhere) latest.current.onDrop(entry.dataset.id ?? '', column, at.minute);
        // The click that follows opens nothing.
        area?.addEventListener('click', stop, { capture: true, once: true });
        setTimeout(() => area?.removeEventListener('click', stop, { capture: true }));
      }
      end();
    }
    const stop = (event: Event) => event.stopPropagation();
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end();

    area.addEventListener('pointerdown', onDown);
    area.addEventListener('pointermove', onMove);
    area.addEventListener('pointerup', onUp);
    area.addEventListener('pointercancel', end);
    addEventListener('keydown', onKey);
    return () => {
      end();
      area.removeEventListener('pointerdown', onDown);
      area.removeEventListener('pointermove', onMove);
      area.removeEventListener('pointerup', onUp);
      area.removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKey);
    };
  }, []);

  if (!place) return null;
  const { column, minute, long } = place;
  return (
    <div class="ghost" style={{ ...placeOf({ from: minute, to: minute + long }, props.scale), '--column': column + 2 }}>
      {formatTime(atMinute('2000-01-01', minute))}
    </div>
  );
}
