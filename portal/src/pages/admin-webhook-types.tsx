import { useId } from 'preact/hooks';
import { entityText } from '../audit';
import {
  actText,
  ENTITIES,
  eventText,
  tickedOf,
  tickedOfAll,
  typesOf,
  withAll,
  withEntity,
  withType,
  wordsOf,
} from '../event-types';
import { office } from '../i18n';

interface Props {
  /** words with a space between them */
  types: string;
  error: string | undefined;
  onChange: (types: string) => void;
}

/** What a webhook is told of, to be ticked: everything, kinds of records, or single events of them. */
export function TypeChooser({ types, error, onChange }: Props) {
  const note = useId();
  const all = tickedOfAll(types);
  return (
    <fieldset class="events">
      <legend>{office.webhooks.types}</legend>
      <label class="checkbox">
        <input
          type="checkbox"
          checked={all === 'whole'}
          indeterminate={all === 'part'}
          aria-describedby={note}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => onChange(withAll(currentTarget.checked))}
        />
        <strong>{office.webhooks.everything}</strong>
      </label>
      <p id={note} class={error ? 'error' : 'hint'}>
        {error ?? office.webhooks.typesHint}
      </p>
      <ul class="plain">
        {ENTITIES.map((entity) => (
          <li key={entity}>
            <EntityBoxes entity={entity} types={types} onChange={onChange} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function EntityBoxes({ entity, types, onChange }: Omit<Props, 'error'> & { entity: string }) {
  const ticked = tickedOf(types, entity);
  const words = wordsOf(types);
  return (
    <>
      <label class="checkbox">
        <input
          type="checkbox"
          checked={ticked === 'whole'}
          indeterminate={ticked === 'part'}
          onChange={({ currentTarget }) => onChange(withEntity(types, entity, currentTarget.checked))}
        />
        {entityText(entity)}
      </label>
      <div class="row">
        {typesOf(entity).map((type) => (
          <label key={type} class="checkbox">
            <input
              type="checkbox"
              aria-label={eventText(type)}
              checked={ticked === 'whole' || words.includes(type)}
              disabled={ticked === 'whole'}
              onChange={({ currentTarget }) => onChange(withType(types, type, currentTarget.checked))}
            />
            {actText(type)}
          </label>
        ))}
      </div>
    </>
  );
}
