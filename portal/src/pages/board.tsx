import { useEffect, useMemo } from 'preact/hooks';
import { boardLoader, type Queue } from '../board';
import { formatNumber, formatTime, today } from '../format';
import { useFresh } from '../fresh';
import { useLoad, useMinute } from '../hooks';
import { t } from '../i18n';
import { linkTo, setQuery } from '../router';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/field';
import { Loading } from '../ui/status';
import type { PageProps } from './index';
import './board.css';

/** For a screen on the wall: which number is called and which ones wait, of which nobody sees whose they are. */
export function Board({ query }: PageProps) {
  const minute = useMinute();
  const day = today();
  const chosen = (query.get('department') ?? '').split(',').filter(Boolean);
  const departments = useLoad((signal) => Array.fromAsync(hospital.list('/department/', { signal })), []);
  const board = useFresh(
    useMemo(() => boardLoader(day), [day]),
    [day],
  );
  useWake();
  const queues = board.data ?? new Map<string, Queue>();
  const all = departments.data ?? [];
  // Of a house with many departments those that nobody waits for take no room.
  const shown = all.filter(({ id }) => (chosen.length > 0 ? chosen.includes(id) : queues.has(id)));
  const choose = (id: string, isIn: boolean) =>
    setQuery({ department: [...chosen.filter((each) => each !== id), ...(isIn ? [id] : [])].join(',') });
  return (
    <div class="board">
      <header>
        <h1>{t.board.title}</h1>
        <time>{formatTime(minute)}</time>
      </header>
      <Loading of={departments} />
      <Loading of={board} />
      {board.missedAt && <p class="told">{t.board.missed(formatTime(board.missedAt))}</p>}
      {board.data && departments.data && shown.length === 0 && <p class="nobody">{t.board.nobody}</p>}
      <div class="queues" aria-live="polite">
        {board.data && shown.map(({ id, name }) => <Department key={id} name={name} queue={queues.get(id)} />)}
      </div>
      <footer>
        <details>
          <summary class="button quiet">{t.board.choose}</summary>
          <div class="choices">
            {all.map(({ id, name }) => (
              <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={(isIn) => choose(id, isIn)} />
            ))}
          </div>
        </details>
        <Button look="quiet" onClick={() => document.documentElement.requestFullscreen()}>
          {t.board.full}
        </Button>
        <a class="button quiet" href={linkTo('/')}>
          {t.board.leave}
        </a>
      </footer>
    </div>
  );
}

/** A screen can show so many that people still read them from their chairs. */
const CALLED = 3;
const WAITING = 12;

function Department({ name, queue }: { name: string; queue: Queue | undefined }) {
  const { called = [], waiting = [], count = 0 } = queue ?? {};
  return (
    <section class="card">
      <h2>
        <bdi>{name}</bdi>
      </h2>
      {called.length > 0 && (
        <>
          <h3>{t.board.called}</h3>
          <ol class="called">
            {called.slice(0, CALLED).map(({ id, number, isNew }) => (
              <li key={id} class={isNew ? 'new' : undefined}>
                {formatNumber(number)}
              </li>
            ))}
          </ol>
        </>
      )}
      <h3>{t.board.count(count)}</h3>
      <ol class="waiting">
        {waiting.slice(0, WAITING).map(({ id, number }) => (
          <li key={id}>{formatNumber(number)}</li>
        ))}
        {waiting.length > WAITING && <li class="muted">…</li>}
      </ol>
    </section>
  );
}

/** Keeps the screen on, where the browser can: nobody touches it. */
function useWake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function wake() {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused, for example with a low battery, the board is one that goes dark.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void lock?.release();
    }
    void wake();
    document.addEventListener('visibilitychange', wake);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', wake);
      void lock?.release();
    };
  }, []);
}
