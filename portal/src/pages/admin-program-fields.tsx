import { useEffect, useRef, useState } from 'preact/hooks';
import type { Edit } from '../edit';
import { faultOf, faultWithin } from '../errors';
import { office, t } from '../i18n';
import { isPrivate, readKeys } from '../programs';
import { unknownIn } from '../scopes';
import { DateField } from '../ui/date-field';
import { Input, TextArea } from '../ui/field';
import { ScopeChooser } from './admin-program-scope';

/** The fields of a program as they are typed: `ends` is its last day. */
export type ProgramTexts = Record<'name' | 'scope' | 'keys' | 'ends', string>;

export const programLabels = (): ProgramTexts => ({
  name: t.people.name,
  scope: office.programs.scope,
  keys: office.programs.keys,
  ends: office.programs.ends,
});

type Props = { edit: Edit<keyof ProgramTexts> };

/** What every program has. */
export function ProgramFields({ edit }: Props) {
  const scope = edit.field('scope');
  const unknown = unknownIn(scope.value);
  return (
    <>
      <div class="columns">
        <Input {...edit.field('name')} hint={office.programs.nameHint} required maxLength={200} autocomplete="off" />
        <DateField
          label={office.programs.ends}
          hint={office.programs.endsHint}
          value={edit.value.ends}
          error={faultOf(edit.action.error, 'expires_at')}
          onChange={(day) => edit.set('ends', day)}
        />
      </div>
      <ScopeChooser scope={edit.value.scope} onChange={(scope) => edit.set('scope', scope)} />
      <p class="hint">{office.programs.everythingHint}</p>
      <TextArea
        {...scope}
        error={scope.error && unknown.length > 0 ? office.programs.scopeUnknown(unknown.join(' ')) : scope.error}
        hint={office.programs.scopeHint}
        required
        maxLength={1000}
        dir="ltr"
        spellcheck={false}
      />
    </>
  );
}

/** Public keys. A private one is not even kept here. */
export function KeysField({ edit }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [wasPrivate, setWasPrivate] = useState(false);
  const { value } = edit.field('keys');
  const unread = value && !readKeys(value) ? office.programs.keysUnread : '';
  useEffect(() => area.current?.setCustomValidity(unread));
  return (
    <TextArea
      {...edit.field('keys')}
      ref={area}
      rows={6}
      dir="ltr"
      required
      spellcheck={false}
      hint={office.programs.keysHint}
      error={wasPrivate ? office.programs.keysPrivate : unread || faultWithin(edit.action.error, 'jwks')}
      onInput={({ currentTarget: { value: text } }) => {
        setWasPrivate(isPrivate(text));
        edit.set('keys', isPrivate(text) ? '' : text);
      }}
    />
  );
}
