import { office, t } from '../i18n';
import { subjectText } from '../programs';
import { ACTS, type Act, SUBJECT_NAMES, type SubjectName, stateOf, subjectOf, withAct } from '../scopes';

interface Props {
  scope: string;
  onChange: (scope: string) => void;
}

/** What a program may do, to be ticked. It shows what the scope says, whoever has written it. */
export function ScopeChooser({ scope, onChange }: Props) {
  const box = (name: SubjectName, act: Act) => {
    const state = stateOf(scope, name, act);
    return (
      <input
        type="checkbox"
        aria-label={office.programs.granted(subjectText(name), office.programs.acts[act])}
        checked={state === 'all' || state === 'everything'}
        indeterminate={state === 'part'}
        disabled={state === 'everything'}
        onChange={({ currentTarget }) => onChange(withAct(scope, name, act, currentTarget.checked))}
      />
    );
  };
  return (
    <table class="scope">
      <caption>{office.programs.may}</caption>
      <thead>
        <tr>
          <th scope="col">{t.audit.record}</th>
          {ACTS.map((act) => (
            <th key={act} scope="col">
              {office.programs.acts[act]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SUBJECT_NAMES.map((name) => (
          <tr key={name}>
            <th scope="row">{subjectText(name)}</th>
            {ACTS.map((act) => (
              <td key={act}>{subjectOf(name).acts.includes(act) && box(name, act)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
