import { useId } from 'preact/hooks';
import { faultOf, messageOf } from '../errors';
import { ACCEPTED } from '../files';
import { t } from '../i18n';
import { locale } from '../i18n/locale';
import { Button } from '../ui/button';
import { type Upload, useUploads } from '../uploads';

interface Props {
  entity: string;
  onUploaded: () => void;
}

/** Chooses files, several at once, and shows how far each has come. */
export function Uploads({ entity, onUploaded }: Props) {
  const id = useId();
  const { uploads, add, again, stop } = useUploads(entity, onUploaded);
  return (
    <>
      <div class="field">
        <label class="button upload">
          {t.files.upload}
          <input
            class="for-readers"
            type="file"
            multiple
            accept={ACCEPTED}
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              add(currentTarget.files ?? []);
              // The same file again is a new choice.
              currentTarget.value = '';
            }}
          />
        </label>
        <p id={`${id}-hint`} class="hint">
          {t.files.kinds}
        </p>
      </div>
      {uploads.length > 0 && (
        <ul class="plain uploads">
          {uploads.map((upload) => (
            <Row key={upload.key} upload={upload} onAgain={again} onStop={stop} />
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  upload: Upload;
  onAgain: (upload: Upload) => void;
  onStop: (upload: Upload) => void;
}

function Row({ upload, onAgain, onStop }: RowProps) {
  const { file, progress, error } = upload;
  const failed = error !== undefined;
  return (
    <li>
      <bdi>{file.name}</bdi>
      {failed ? (
        <span class="error" role="alert">
          {faultOf(error, '') ?? messageOf(error)}
        </span>
      ) : (
        <>
          <progress value={progress} aria-label={t.files.progress(file.name)} />
          <span class="numeric">{progress.toLocaleString(locale, { style: 'percent' })}</span>
        </>
      )}
      {failed && (
        <Button look="quiet" class="icon" aria-label={t.files.again(file.name)} onClick={() => onAgain(upload)}>
          ↻
        </Button>
      )}
      <Button
        look="quiet"
        class="icon"
        aria-label={failed ? t.files.dismiss(file.name) : t.files.stop(file.name)}
        onClick={() => onStop(upload)}
      >
        ✕
      </Button>
    </li>
  );
}
