import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { canPreview, downloadOf, formatSize, type StoredFile, useRenewal } from '../files';
import { formatMoment } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { Table } from '../ui/table';
import { PreviewDialog } from './file-preview';
import { Uploads } from './file-uploads';

/** The files of a patient or another record. */
export function FilesSection({ entity }: { entity: string }) {
  const [previewed, setPreviewed] = useState<string>();
  const [deleting, setDeleting] = useState<StoredFile>();
  const loaded = useLoad(
    (signal) => Array.fromAsync(hospital.list('/static/', { params: { query: { entity_id: entity } }, signal })),
    [entity],
  );
  useRenewal(loaded);
  const shown = loaded.data?.find(({ id }) => id === previewed);
  return (
    <section class="card wide">
      <h2>{t.files.title}</h2>
      {may('file:upload') && <Uploads entity={entity} onUploaded={loaded.reload} />}
      <Loading of={loaded} />
      {loaded.data?.length === 0 && <p class="muted">{t.files.none}</p>}
      {loaded.data && loaded.data.length > 0 && (
        <Table
          caption={t.files.title}
          rows={loaded.data}
          keyOf={({ id }) => id}
          columns={[
            { head: t.files.name, cell: (file) => <Name file={file} onPreview={() => setPreviewed(file.id)} /> },
            { head: t.files.size, numeric: true, cell: ({ size }) => size !== null && formatSize(size) },
            { head: t.files.added, cell: ({ created_at }) => created_at && formatMoment(created_at) },
            { head: t.files.actions, look: 'no-print', cell: (file) => <Actions file={file} onDelete={setDeleting} /> },
          ]}
        />
      )}
      {shown && <PreviewDialog file={shown} onClose={() => setPreviewed(undefined)} />}
      {deleting && (
        <DeleteDialog file={deleting} onClose={() => setDeleting(undefined)} onDeleted={() => loaded.reload()} />
      )}
    </section>
  );
}

const nameOfFile = ({ filename, id, mime_type }: StoredFile): string => filename ?? `${id.slice(0, 8)}${mime_type}`;

function Name({ file, onPreview }: { file: StoredFile; onPreview: () => void }) {
  const name = nameOfFile(file);
  if (!canPreview(file)) return <bdi>{name}</bdi>;
  return (
    <button type="button" class="link" aria-label={t.files.preview(name)} onClick={onPreview}>
      <bdi>{name}</bdi>
    </button>
  );
}

function Actions({ file, onDelete }: { file: StoredFile; onDelete: (file: StoredFile) => void }) {
  const name = nameOfFile(file);
  return (
    <span class="row end">
      <a class="button quiet icon" href={downloadOf(file)} download={name} aria-label={t.files.download(name)}>
        ⤓
      </a>
      {may('file:delete') && (
        <Button look="quiet" class="icon" aria-label={t.files.delete(name)} onClick={() => onDelete(file)}>
          ✕
        </Button>
      )}
    </span>
  );
}

interface DeleteProps {
  file: StoredFile;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ file, onClose, onDeleted }: DeleteProps) {
  const { busy, error, run } = useAction();
  const name = nameOfFile(file);
  const remove = () =>
    run(async () => {
      unwrap(await hospital.DELETE('/static/delete_file/{file_id}', { params: { path: { file_id: file.id } } }));
      say(t.files.deleted(name));
      onClose();
      onDeleted();
    });
  return (
    <Dialog title={t.files.deleteTitle} onClose={onClose}>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <p>{t.files.deleteQuestion(name)}</p>
      <div class="row end">
        <Button onClick={onClose}>{t.files.keep}</Button>
        <Button look="danger" busy={busy} onClick={remove}>
          {t.files.deleteConfirm}
        </Button>
      </div>
    </Dialog>
  );
}
