import { useEffect, useState } from 'preact/hooks';
import { addressOf, downloadOf, isPdf, type StoredFile } from '../files';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { Dialog } from '../ui/dialog';
import { Loading } from '../ui/status';

/** A picture or a PDF, as large as the screen allows. */
export function PreviewDialog({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const name = file.filename ?? t.files.name;
  return (
    <Dialog title={name} wide onClose={onClose}>
      {isPdf(file) ? <Pdf file={file} name={name} /> : <img class="preview" src={addressOf(file)} alt={name} />}
      <div class="row end">
        <a class="button" href={addressOf(file)} target="_blank" rel="noreferrer">
          {t.files.newTab}
        </a>
        <a class="button" href={downloadOf(file)} download={name} aria-label={t.files.download(name)}>
          ⤓
        </a>
      </div>
    </Dialog>
  );
}

/** The service's files may not be shown within a page; what this page has itself, a blob, may. */
function Pdf({ file, name }: { file: StoredFile; name: string }) {
  const [url, setUrl] = useState<string>();
  const loaded = useLoad(
    async (signal) => {
      const answer = await fetch(addressOf(file), { signal });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return answer.blob();
    },
    [file.id],
  );
  useEffect(() => {
    if (!loaded.data) return;
    const made = URL.createObjectURL(loaded.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [loaded.data]);
  return (
    <>
      <Loading of={loaded} />
      {url && <iframe class="preview" src={url} title={name} />}
    </>
  );
}
