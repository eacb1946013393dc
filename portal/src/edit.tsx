import { type AnyResult, etagOf, unwrap } from 'hospital-service-client';
import type { ComponentChildren } from 'preact';
import { type Action, useAction } from './actions';
import { type Draft, Restored, useDraft } from './drafts';
import { faultOf, hasCode } from './errors';
import { useLoad } from './hooks';
import { t } from './i18n';
import { FormEnd } from './ui/form-end';
import { Meanwhile } from './ui/meanwhile';

/**
 * A record with its version, to be changed.
 * @returns `write`: changes it; what somebody else has made of it meanwhile is loaded then, to be looked at
 */
export function useRecord<R extends AnyResult>(id: string, load: (signal: AbortSignal) => Promise<R>) {
  const loaded = useLoad(
    async (signal) => {
      const result = await load(signal);
      return { record: unwrap(result), version: etagOf(result) };
    },
    [id],
  );
  async function write(send: (header: { 'if-match': string | undefined }) => Promise<AnyResult>) {
    try {
      unwrap(await send({ 'if-match': loaded.data?.version }));
    } catch (error) {
      if (hasCode(error, 'outdated')) loaded.reload();
      throw error;
    }
  }
  return { loaded, record: loaded.data?.record, write };
}

/** The fields of a form as they are typed. */
type Texts<Name extends string> = Record<Name, string>;

export interface Edit<Name extends string> {
  value: Texts<Name>;
  /** what was typed and differs from the record: all that is sent */
  changes: Partial<Texts<Name>>;
  set: (name: Name, text: string) => void;
  /** what each field has in common. @param path where the service finds the field in the body */
  field: (
    name: Name,
    path?: string,
  ) => {
    label: string;
    name: string;
    value: string;
    error: string | undefined;
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => void;
  };
  labels: Texts<Name>;
  given: Texts<Name>;
  draft: Draft<Partial<Texts<Name>>>;
  action: Action;
}

/**
 * A form over a record. What is not touched is what somebody else may have made of it, and is not sent.
 * @param key names the form and its record, as `useDraft` has it
 */
export function useEdit<Name extends string>(
  key: string,
  given: Texts<Name>,
  labels: Texts<Name>,
  title: () => string,
): Edit<Name> {
  // Of the record only what the form shows.
  const draft = useDraft<Partial<Texts<Name>>>(key, {}, title, { version: JSON.stringify(given) });
  const action = useAction();
  const value = { ...given, ...draft.value };
  function set(name: Name, text: string) {
    const { [name]: _, ...others } = draft.value;
    draft.set((text === given[name] ? others : { ...others, [name]: text }) as Partial<Texts<Name>>);
  }
  const field: Edit<Name>['field'] = (name, path = name) => ({
    label: labels[name],
    name,
    value: value[name],
    error: faultOf(action.error, path),
    onInput: ({ currentTarget }) => set(name, currentTarget.value),
  });
  return { value, changes: draft.value, set, field, labels, given, draft, action };
}

interface Props<Name extends string> {
  edit: Edit<Name>;
  submit: string;
  /** of a record that exists: what changes it; of a new one: what makes it */
  onSubmit: () => Promise<void>;
  /** what a 400 `duplicate` means here */
  taken?: string | undefined;
  /** where Cancel leads: an address, or what closes the form in its dialog */
  back: string | (() => void);
  /** was sent as it is, and no answer came: nothing can change until it is known what became of it */
  isLost?: boolean;
  /** what else can be done with what was typed: buttons before the one that sends it */
  acts?: ComponentChildren;
  /** what the record says, where the text of a field is nothing that people read */
  shown?: (name: Name, text: string) => string;
  children: ComponentChildren;
}

/** The frame of such a form: what the record says now if somebody else has changed it, and at its end the buttons and what went wrong. */
export function EditForm<Name extends string>(props: Props<Name>) {
  const { edit, submit, onSubmit, taken, back, isLost = false, acts, shown, children } = props;
  const { draft, action, changes, given, labels } = edit;
  const isOutdated = draft.isStale || hasCode(action.error, 'outdated');
  function take() {
    draft.clear();
    action.reset();
  }
  return (
    <form
      class={typeof back === 'string' ? 'card' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        action.run(onSubmit);
      }}
    >
      <Restored of={draft} />
      {isOutdated && (
        <Meanwhile onTake={take}>
          <dl class="facts">
            {(Object.keys(changes) as Name[]).map((name) => (
              <>
                <dt>{labels[name]}</dt>
                <dd>
                  <bdi>{(shown ? shown(name, given[name]) : given[name]) || t.none}</bdi>
                </dd>
              </>
            ))}
          </dl>
          <p class="hint">{t.meanwhile.replaces}</p>
        </Meanwhile>
      )}
      <fieldset class="whole" disabled={isLost}>
        {children}
      </fieldset>
      <FormEnd {...{ draft, action, back, submit, isLost, isOutdated, taken }}>{acts}</FormEnd>
    </form>
  );
}

/** Of a field that may be empty. */
export const textOrNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);
export const numberOrNull = (text: string | undefined): number | null | undefined =>
  text === undefined ? undefined : text === '' ? null : Number(text);
