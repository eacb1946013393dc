import type { Edit } from '../edit';
import { faultOf, faultWithin } from '../errors';
import { office, t } from '../i18n';
import { Input } from '../ui/field';
import { TypeChooser } from './admin-webhook-types';

/** The fields of a webhook as they are typed: `types` has a space between its words. */
export type WebhookTexts = Record<'url' | 'description' | 'types', string>;

export const webhookLabels = (): WebhookTexts => ({
  url: office.webhooks.url,
  description: office.webhooks.description,
  types: office.webhooks.types,
});

export function WebhookFields({ edit }: { edit: Edit<keyof WebhookTexts> }) {
  const { error } = edit.action;
  return (
    <>
      <Input
        {...edit.field('url')}
        error={faultOf(error, 'url') && office.webhooks.urlFault}
        hint={office.webhooks.urlHint}
        type="url"
        required
        maxLength={2000}
        dir="ltr"
        autocomplete="off"
        spellcheck={false}
      />
      <Input {...edit.field('description')} hint={t.optional} maxLength={200} autocomplete="off" />
      <TypeChooser
        types={edit.value.types}
        error={faultWithin(error, 'types') && office.webhooks.typesNone}
        onChange={(types) => edit.set('types', types)}
      />
    </>
  );
}
