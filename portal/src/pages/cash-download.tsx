import { useAction } from '../actions';
import type { Period } from '../cash';
import { messageOf } from '../errors';
import { t } from '../i18n';
import { saveFile } from '../save-file';
import { Button } from '../ui/button';
import { Alert, say } from '../ui/status';

interface Props {
  /** what is in it, for screen readers */
  what: string;
  /** of the file, which has the days and the ending, too */
  name: string;
  period: Required<Period>;
  read: (period: Period) => Promise<Blob>;
}

/** Reads a table with the token of whoever is signed in, which a link could not, and saves it. */
export function DownloadCsv({ what, name, period, read }: Props) {
  const { busy, error, run } = useAction();
  const days = [...new Set([period.from, period.to])].join('-to-');
  const file = `${name}-${days}.csv`;
  return (
    <>
      <Button
        busy={busy}
        aria-label={t.cash.downloadOf(what)}
        onClick={() =>
          run(async () => {
            saveFile(await read(period), file);
            say(t.cash.saved(file));
          })
        }
      >
        {t.cash.download}
      </Button>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
    </>
  );
}
