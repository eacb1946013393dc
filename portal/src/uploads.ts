import { HospitalError, unwrap } from 'hospital-service-client';
import { useEffect, useState } from 'preact/hooks';
import { dropDraft, keepDraft, useShown } from './drafts';
import { t } from './i18n';
import { hospital } from './session';
import { say } from './ui/status';

// Uploads go on while somebody looks at other pages: they belong to the record, not to what is on the screen.

export interface Upload {
  key: number;
  /** the record whose file it becomes */
  entity: string;
  file: File;
  /** from 0 to 1 */
  progress: number;
  /** why it failed */
  error?: unknown;
}

/** How many are sent at once; the others wait. */
const AT_ONCE = 3;

/** What has arrived is off the list; what failed stays, to be sent again. */
let uploads: readonly Upload[] = [];
let waiting: readonly Upload[] = [];
const running = new Map<number, AbortController>();
let keys = 0;

/** Tells the keys of one visit from those of others. */
const visit = crypto.getRandomValues(new Uint32Array(3)).join('-');

const CHANGED = 'change';
const ARRIVED = 'arrived';
const told = new EventTarget();

const draftOf = (entity: string): string => `uploads of ${entity}`;

function set(next: readonly Upload[]): void {
  const before = uploads;
  uploads = next;
  for (const entity of new Set([...before, ...next].map((upload) => upload.entity))) {
    const { length } = next.filter((upload) => upload.entity === entity);
    // Those that are under way, like what is typed: a new load of the page would end them.
    if (length > 0) keepDraft(draftOf(entity), length, (count) => t.drafts.uploads(count), { onForget: forget });
    else dropDraft(draftOf(entity));
  }
  told.dispatchEvent(new Event(CHANGED));
}

const change = (key: number, next: Partial<Upload>) =>
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...next } : upload)));
const drop = (key: number) => set(uploads.filter((upload) => upload.key !== key));

/** Somebody else uses the portal now, or nobody. */
function forget(): void {
  waiting = [];
  for (const controller of running.values()) controller.abort();
  set([]);
}

async function send({ key, entity, file }: Upload) {
  const controller = new AbortController();
  running.set(key, controller);
  try {
    const onProgress = (progress: number) => change(key, { progress });
    // A second attempt after a lost answer finds what the first one has stored.
    const idempotencyKey = `${file.lastModified}-${file.size}-${key}-${visit}`;
    unwrap(await hospital.upload({ entity_id: entity, file, onProgress, signal: controller.signal, idempotencyKey }));
    say(t.files.uploaded(file.name));
    drop(key);
    told.dispatchEvent(new CustomEvent(ARRIVED, { detail: entity }));
  } catch (error) {
    if (error instanceof HospitalError || !controller.signal.aborted) change(key, { error });
  }
  running.delete(key);
  sendNext();
}

function sendNext() {
  while (running.size < AT_ONCE) {
    const [next, ...others] = waiting;
    if (!next) return;
    waiting = others;
    void send(next);
  }
}

function start(upload: Upload) {
  waiting = [...waiting, upload];
  sendNext();
}

/** Uploads of one record. @param onUploaded is called as long as they are on the screen */
export function useUploads(entity: string, onUploaded: () => void) {
  const [mine, setMine] = useState(() => uploadsOf(entity));
  useShown(draftOf(entity));
  useEffect(() => {
    const follow = () => setMine(uploadsOf(entity));
    const reload = (event: Event) => (event as CustomEvent<string>).detail === entity && onUploaded();
    told.addEventListener(CHANGED, follow);
    told.addEventListener(ARRIVED, reload);
    return () => {
      told.removeEventListener(CHANGED, follow);
      told.removeEventListener(ARRIVED, reload);
    };
  }, [entity, onUploaded]);
  return {
    uploads: mine,
    add(files: Iterable<File>) {
      const added = [...files].map((file) => ({ key: ++keys, entity, file, progress: 0 }));
      set([...uploads, ...added]);
      added.forEach(start);
    },
    again(upload: Upload) {
      change(upload.key, { progress: 0, error: undefined });
      start(upload);
    },
    /** Stops one that goes on or waits, or takes one that failed off the list. */
    stop({ key }: Upload) {
      waiting = waiting.filter((upload) => upload.key !== key);
      running.get(key)?.abort();
      drop(key);
    },
  };
}

const uploadsOf = (entity: string) => uploads.filter((upload) => upload.entity === entity);
