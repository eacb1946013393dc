import { HospitalError } from 'hospital-service-client';
import { useId } from 'preact/hooks';
import { office } from '../i18n';
import { pathText } from '../import-fields';
import { type faultsIn, type Mapping, offeredOf } from '../import-mapping';
import { cellText, type Import, type Preview } from '../imports';

interface Props {
  entity: Import['entity'];
  preview: Preview;
  /** what the columns become; undefined where nothing is mapped */
  mapping: Mapping | undefined;
  faults: ReturnType<typeof faultsIn>;
  /** of what was sent */
  error: unknown;
  onChange: (column: string, path: string) => void;
}

/** The columns that the service refuses. */
const refusedIn = (error: unknown): readonly unknown[] =>
  error instanceof HospitalError ? error.faults.filter(({ loc }) => loc[1] === 'mapping').map(({ loc }) => loc[2]) : [];

/** The first rows of a file, and above each column what it becomes. It may be wider than the screen. */
export function PreviewTable({ entity, preview, mapping, faults, error, onChange }: Props) {
  const texts = office.imports;
  const { columns, rows, fields } = preview;
  const refused = refusedIn(error);
  // A mapping of a program may name others: the second address.
  const paths = [...new Set([...offeredOf(fields), ...Object.values(mapping ?? {})])].filter((path) => path !== '');
  const options = paths.map((path) => ({ path, text: pathText({ entity }, path) }));
  const faultOf = (column: string) => {
    const fault = faults.get(column);
    return fault ? texts[fault] : refused.includes(column) ? texts.refused : undefined;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by the keyboard.
    <section class="sheet-part" aria-label={texts.firstRows} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <bdi>{column}</bdi>
                {mapping && (
                  <FieldSelect
                    column={column}
                    value={mapping[column] ?? ''}
                    options={options}
                    error={faultOf(column)}
                    onChange={(path) => onChange(column, path)}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {columns.map((column) => (
                <td key={column}>
                  <bdi>{cellText(row[column])}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FieldProps {
  column: string;
  value: string;
  options: readonly { path: string; text: string }[];
  error: string | undefined;
  onChange: (path: string) => void;
}

function FieldSelect({ column, value, options, error, onChange }: FieldProps) {
  const note = useId();
  return (
    <div class="field">
      <select
        aria-label={office.imports.fieldOf(column)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? note : undefined}
        class={value === '' ? 'muted' : undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{office.imports.leftOut}</option>
        {options.map(({ path, text }) => (
          <option key={path} value={path}>
            {text}
          </option>
        ))}
      </select>
      {error && (
        <p id={note} class="error">
          {error}
        </p>
      )}
    </div>
  );
}
