import { type Schema, unwrap } from 'hospital-service-client';
import { EditForm, numberOrNull, textOrNull, useEdit, useRecord } from '../edit';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may, session } from '../session';
import { tagsOf, tagsText } from '../tags';
import { ConfirmButton } from '../ui/confirm';
import { Input, TextArea } from '../ui/field';
import { MoneyField, PercentField } from '../ui/number-field';
import { Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import { Up } from './admin-up';
import type { PageProps } from './index';

const NOTHING = {
  name: '',
  code: '',
  default_price: '',
  tax_percent: '',
  discount_percent: '',
  discount_amount: '',
  category: '',
  tags: '',
  description: '',
};
type Texts = typeof NOTHING;

const BACK = '/admin/prices';
const up = () => <Up path={BACK} title={t.prices.title} />;

const labels = (): Texts => ({
  name: t.prices.name,
  code: t.prices.code,
  default_price: `${t.prices.price} (${session().settings.currency})`,
  tax_percent: t.prices.tax,
  discount_percent: `${t.prices.discount} (%)`,
  discount_amount: `${t.prices.discount} (${session().settings.currency})`,
  category: t.prices.category,
  tags: t.prices.tags,
  description: t.prices.description,
});

const textsOf = (item: Schema<'CatalogItem'>): Texts => ({
  name: item.name,
  code: item.code,
  default_price: String(item.default_price),
  tax_percent: String(item.tax_percent ?? ''),
  discount_percent: String(item.discount_percent || ''),
  discount_amount: String(item.discount_amount || ''),
  category: item.category ?? '',
  tags: tagsText(item.tags),
  description: item.description ?? '',
});

/** What is sent of what was typed. A discount that is empty is none. */
const bodyOf = ({ name, code, default_price, tax_percent, category, tags, description, ...off }: Partial<Texts>) => ({
  ...{ name, code, category: textOrNull(category), description: textOrNull(description) },
  default_price: default_price === undefined ? undefined : Number(default_price),
  tax_percent: numberOrNull(tax_percent),
  discount_percent: off.discount_percent === undefined ? undefined : Number(off.discount_percent),
  discount_amount: off.discount_amount === undefined ? undefined : Number(off.discount_amount),
  tags: tags === undefined ? undefined : tagsOf(tags),
});

export function NewPrice() {
  const { lost, create } = useCreate<Schema<'CatalogItemInput'>>('price');
  async function add(texts: Texts) {
    const body = { ...bodyOf(texts), name: texts.name, code: texts.code, default_price: Number(texts.default_price) };
    unwrap(await create(body, (body, headers) => hospital.POST('/catalog/', { body, headers })));
  }
  return (
    <>
      {up()}
      <h1>{t.prices.add}</h1>
      <PriceForm given={NOTHING} draft="price" isLost={lost !== undefined} onSave={add} />
    </>
  );
}

/** Changes a service of the price list, or retires it. */
export function PricePage({ params: { id = '' } }: PageProps) {
  const path = { id };
  const { loaded, record, write } = useRecord(id, (signal) =>
    hospital.GET('/catalog/{id}', { params: { path, query: { view: 'full' as const } }, signal }),
  );
  async function retire() {
    await write((header) => hospital.DELETE('/catalog/{id}', { params: { path, header } }));
    say(t.prices.retired);
    go(BACK);
  }
  return (
    <>
      {up()}
      <div class="heading">
        <h1>{record ? <bdi>{record.name}</bdi> : t.prices.one}</h1>
        {record && may('catalog:delete') && (
          <ConfirmButton
            label={t.prices.retire}
            title={t.prices.retireTitle}
            submit={t.prices.retireSubmit}
            onConfirm={retire}
          >
            <p>{t.prices.retireHint(record.name)}</p>
          </ConfirmButton>
        )}
      </div>
      <Loading of={loaded} />
      {record && (
        <PriceForm
          given={textsOf(record)}
          draft={`price ${id}`}
          onSave={(_, changes) =>
            write((header) => hospital.PATCH('/catalog/{id}', { params: { path, header }, body: bodyOf(changes) }))
          }
        />
      )}
    </>
  );
}

interface FormProps {
  given: Texts;
  draft: string;
  isLost?: boolean;
  onSave: (all: Texts, changes: Partial<Texts>) => Promise<void>;
}

function PriceForm({ given, draft, isLost = false, onSave }: FormProps) {
  const edit = useEdit<keyof Texts>(draft, given, labels(), () => t.prices.one);
  const number = (name: keyof Texts) => ({
    ...edit.field(name),
    onChange: (value: string) => edit.set(name, value),
  });
  const text = (name: keyof Texts) => ({ ...edit.field(name), maxLength: 200, autocomplete: 'off' });
  async function save() {
    await onSave(edit.value, edit.changes);
    edit.draft.clear();
    say(t.prices.saved(edit.value.name));
    go(BACK);
  }
  return (
    <EditForm edit={edit} submit={t.save} taken={t.prices.taken} isLost={isLost} back={linkTo(BACK)} onSubmit={save}>
      <div class="columns">
        <Input {...text('name')} required />
        <Input {...text('code')} required />
        <MoneyField {...number('default_price')} required />
        <PercentField {...number('tax_percent')} hint={t.prices.taxHint} />
        <Input {...text('category')} />
        <Input {...text('tags')} hint={t.prices.tagsHint} />
        <PercentField {...number('discount_percent')} />
        <MoneyField {...number('discount_amount')} />
      </div>
      <TextArea {...edit.field('description')} />
      <p class="hint">{t.prices.stays}</p>
    </EditForm>
  );
}
