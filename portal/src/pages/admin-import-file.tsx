import { HospitalError } from 'hospital-service-client';
import type { InputHTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { office } from '../i18n';
import { locale } from '../i18n/locale';
import { type Import, sendFile } from '../imports';
import { Input } from '../ui/field';
import { Alert } from '../ui/status';

/** Of a file that cannot be read as what it should be; the service says in English why. */
function unreadable(error: unknown): string | undefined {
  const faults = error instanceof HospitalError ? error.faults : [];
  const fault = faults.find(({ loc }) => loc.length === 1 && loc[0] === 'body');
  return fault && office.imports.unreadable(fault.msg);
}

interface Props extends Pick<InputHTMLAttributes, 'required' | 'onChange'> {
  label?: string;
  /** of the upload */
  error: unknown;
}

export function FileInput({ label = office.imports.file, error, ...rest }: Props) {
  return (
    <Input
      {...rest}
      label={label}
      hint={office.imports.fileHint}
      error={unreadable(error)}
      type="file"
      accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
    />
  );
}

/** @param progress from 0 to 1, while something is uploaded */
export function UploadBar({ progress }: { progress: number | undefined }) {
  if (progress === undefined) return null;
  return (
    <div class="bar">
      <progress value={progress} aria-label={office.imports.uploading} />
      <span class="numeric">{progress.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })}</span>
    </div>
  );
}

/** The file of an import that has not begun: the first one, where it has not arrived, or another one. */
export function ImportFile({ record, onSent }: { record: Import; onSent: () => void }) {
  const { error, busy, run } = useAction();
  const [progress, setProgress] = useState<number>();
  const send = (file: File) =>
    run(async () => {
      try {
        await sendFile(record.id, file, setProgress);
        onSent();
      } finally {
        setProgress(undefined);
      }
    });
  return (
    <>
      {record.size === null && !busy && <p>{office.imports.noFile}</p>}
      <FileInput
        label={record.size === null ? office.imports.file : office.imports.otherFile}
        error={error}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file again, mended, is a new choice.
          currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <UploadBar progress={progress} />
      {error !== undefined && !unreadable(error) && <Alert>{messageOf(error)}</Alert>}
    </>
  );
}
