import { useAction } from '../actions';
import { messageOf } from '../errors';
import { t } from '../i18n';
import { saveFile } from '../save-file';
import { Button } from './button';
import { Alert, say } from './status';

interface Props {
  /** what is in it, for screen readers */
  what: string;
  /** of the file, without its ending */
  name: string;
  read: () => Promise<Blob>;
}

/** Reads a table with the token of whoever is signed in, which a link could not, and saves it. */
export function DownloadCsv({ what, name, read }: Props) {
  const { busy, error, run } = useAction();
  const file = `${name}.csv`;
  return (
    <>
      <Button
        busy={busy}
        aria-label={t.cash.downloadOf(what)}
        onClick={() =>
          run(async () => {
            saveFile(await read(), file);
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
