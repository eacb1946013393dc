import { HospitalError, type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { EditForm, useEdit } from '../edit';
import { faultOf } from '../errors';
import { office, t } from '../i18n';
import { ENCODINGS, ENTITIES, FORMATS, oneOf, sendFile } from '../imports';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { Input, Select } from '../ui/field';
import { useCreate } from '../unanswered';
import { FileInput, UploadBar } from './admin-import-file';
import { Up } from './admin-up';

const BACK = '/admin/imports';
/** Most hospitals come from one other system: its files have the same source where nobody changes it. */
const NOTHING = { entity: 'patient', format: 'csv', source: 'urn:clinic:old-system', encoding: 'utf-8' };

/** FHIR has resources of the service's own for these. */
const isOfFhir = (entity: string): boolean => entity === 'patient' || entity === 'appointment';

/** Prepares an import, with its file: what cannot be read leaves nothing behind. */
export function NewImport() {
  const { lost, create } = useCreate<Schema<'ImportInput'>>('import');
  const { entity: ofEntity, format: ofFormat, source: ofSource, encoding: ofEncoding } = office.imports;
  const labels = { entity: ofEntity, format: ofFormat, source: ofSource, encoding: ofEncoding };
  const edit = useEdit('import', NOTHING, labels, () => t.imports.add);
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const { error } = edit.action;
  const formats = FORMATS.filter((format) => format !== 'fhir-ndjson' || isOfFhir(edit.value.entity));

  async function add() {
    if (!file) return;
    const { entity, format, source, encoding } = edit.value;
    const body = {
      entity: oneOf(ENTITIES, entity),
      format: formats.find((each) => each === format) ?? 'csv',
      source: source.trim(),
      encoding: oneOf(ENCODINGS, encoding),
    };
    const { id } = unwrap(await create(body, (body, headers) => hospital.POST('/imports/', { body, headers })));
    try {
      await sendFile(id, file, setProgress);
    } catch (error) {
      setProgress(undefined);
      if (error instanceof HospitalError) await hospital.DELETE('/imports/{id}', { params: { path: { id } } });
      throw error;
    }
    edit.draft.clear();
    go(`/admin/imports/${id}`);
  }

  const select = (name: keyof typeof NOTHING) => ({
    label: labels[name],
    value: edit.value[name],
    onChange: (value: string) => edit.set(name, value),
  });
  return (
    <>
      <Up path={BACK} title={t.imports.title} />
      <h1>{t.imports.add}</h1>
      <EditForm
        edit={edit}
        submit={office.imports.upload}
        isLost={lost !== undefined}
        back={linkTo(BACK)}
        onSubmit={add}
      >
        <p class="hint">{office.imports.what}</p>
        <Select
          {...select('entity')}
          options={ENTITIES.map((value) => ({ value, text: office.imports.entities[value] }))}
        />
        <FileInput error={error} required onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])} />
        <Select
          {...select('format')}
          options={formats.map((value) => ({ value, text: office.imports.formats[value] }))}
        />
        <Select
          {...select('encoding')}
          hint={office.imports.encodingHint}
          options={ENCODINGS.map((value) => ({ value, text: office.imports.encodings[value] }))}
        />
        <Input
          {...edit.field('source')}
          error={faultOf(error, 'source') && office.imports.sourceFault}
          hint={office.imports.sourceHint}
          placeholder={NOTHING.source}
          required
          maxLength={200}
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
        />
        <UploadBar progress={progress} />
      </EditForm>
    </>
  );
}
