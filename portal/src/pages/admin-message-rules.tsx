import { EditForm, useEdit, useRecord } from '../edit';
import { faultOf } from '../errors';
import { office, t } from '../i18n';
import { CHANNELS, ON, type Rules, type RuleTexts, ruleLabels, rulesOf, textsOf } from '../message-rules';
import { linkTo } from '../router';
import { hospital, session } from '../session';
import { Checkbox, Input, Select } from '../ui/field';
import { NumberField } from '../ui/number-field';
import { Loading, say } from '../ui/status';

/** Two weeks, as the service has it. */
const HOURS_MAX = 336;

/** What patients are told of their visits, when and how. */
export function MessageRules() {
  const { loaded, record, write } = useRecord('message rules', (signal) => hospital.GET('/messages/rules', { signal }));
  return (
    <>
      <Loading of={loaded} />
      {record && (
        <RulesForm
          rules={record}
          onSave={async (typed) => {
            await write((header) => hospital.PUT('/messages/rules', { params: { header }, body: rulesOf(typed) }));
            loaded.reload();
          }}
        />
      )}
    </>
  );
}

function RulesForm({ rules, onSave }: { rules: Rules; onSave: (typed: RuleTexts) => Promise<void> }) {
  const edit = useEdit('message rules', textsOf(rules), ruleLabels(), () => office.messages.rules);
  const { value, action } = edit;
  const hours = (name: 'first' | 'second', at: number) => ({
    ...edit.field(name, `reminders.${at}`),
    ...{ min: 1, max: HOURS_MAX, maxDecimals: 0 },
    hint: office.messages.reminderHint,
    onChange: (text: string) => edit.set(name, text),
  });
  const isQuiet = value.from !== '' || value.until !== '';
  const check = (name: 'booked' | 'doctor' | 'department' | 'type') => (
    <Checkbox
      label={edit.labels[name]}
      checked={value[name] === ON}
      onChange={(isOn) => edit.set(name, isOn ? ON : '')}
    />
  );
  async function save() {
    await onSave(value);
    edit.draft.clear();
    say(office.messages.saved);
  }
  return (
    <EditForm edit={edit} submit={t.save} back={linkTo('/admin')} shown={shown} onSubmit={save}>
      <h2>{office.messages.rules}</h2>
      {check('booked')}
      <div class="columns">
        <NumberField {...hours('first', 0)} error={edit.field('first', 'reminders').error ?? hours('first', 0).error} />
        <NumberField {...hours('second', 1)} />
      </div>
      <Select
        label={edit.labels.channel}
        hint={session().settings.mail ? undefined : office.messages.mailOff}
        value={value.channel}
        error={faultOf(action.error, 'channel')}
        onChange={(channel) => edit.set('channel', channel)}
        options={CHANNELS.map((channel) => ({ value: channel, text: office.messages.channels[channel] }))}
      />
      <fieldset class="entry-fields">
        <legend>{office.messages.quiet}</legend>
        <Input {...edit.field('from', 'quiet.from')} type="time" required={isQuiet} />
        <Input {...edit.field('until', 'quiet.until')} type="time" required={isQuiet} />
        <p class="hint">{office.messages.quietHint}</p>
      </fieldset>
      <fieldset class="entry-fields">
        <legend>{office.messages.shows}</legend>
        {check('doctor')}
        {check('department')}
        {check('type')}
        <p class="hint">{office.messages.showsHint}</p>
      </fieldset>
      <p class="hint">{office.messages.asPlanned}</p>
    </EditForm>
  );
}

/** What the service says now, where somebody else has changed it. */
function shown(name: keyof RuleTexts, text: string): string {
  if (name === 'channel')
    return CHANNELS.flatMap((each) => (each === text ? office.messages.channels[each] : [])).join();
  return text === ON ? '✓' : text;
}
