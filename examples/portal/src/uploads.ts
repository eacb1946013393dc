import { HospitalError, unwrap } from 'hospital-service-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hospital } from './session';

export interface Upload {
  key: number;
  file: File;
  /** from 0 to 1 */
  progress: number;
  /** why it failed */
  error?: unknown;
}

/** How many are sent at once; the others wait. */
const AT_ONCE = 3;

/** Uploads files of one record. What has arrived is off the list; what failed stays, to be sent again. */
export function useUploads(entity_id: string, onUploaded: (file: File) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const waiting = useRef<Upload[]>([]);
  const keys = useRef(0);

  const change = (key: number, next: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...next } : upload)));
  const drop = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key));

  async function send({ key, file }: Upload) {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const onProgress = (progress: number) => change(key, { progress });
      // A second attempt after a lost answer finds what the first one has stored.
      const idempotencyKey = `${file.lastModified}-${file.size}-${key}-${session}`;
      unwrap(await hospital.upload({ entity_id, file, onProgress, signal: controller.signal, idempotencyKey }));
      drop(key);
      onUploaded(file);
    } catch (error) {
      if (error instanceof HospitalError || !controller.signal.aborted) change(key, { error });
    }
    running.current.delete(key);
    sendNext();
  }

  function sendNext() {
    while (running.current.size < AT_ONCE) {
      const next = waiting.current.shift();
      if (!next) return;
      void send(next);
    }
  }

  function start(upload: Upload) {
    waiting.current.push(upload);
    sendNext();
  }

  // Whoever leaves the page no longer sees them, so they end.
  useEffect(
    () => () => {
      waiting.current = [];
      for (const controller of running.current.values()) controller.abort();
    },
    [],
  );

  return {
    uploads,
    add(files: Iterable<File>) {
      const added = [...files].map((file) => ({ key: ++keys.current, file, progress: 0 }));
      setUploads((all) => [...all, ...added]);
      added.forEach(start);
    },
    again(upload: Upload) {
      change(upload.key, { progress: 0, error: undefined });
      start(upload);
    },
    /** Stops one that goes on or waits, or takes one that failed off the list. */
    stop({ key }: Upload) {
      waiting.current = waiting.current.filter((upload) => upload.key !== key);
      running.current.get(key)?.abort();
      drop(key);
    },
  };
}

/** Tells the keys of one visit from those of others. */
const session = crypto.getRandomValues(new Uint32Array(3)).join('-');
