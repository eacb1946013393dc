import { type Edit, EditForm } from '../edit';
import { faultOf } from '../errors';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { namedDepartment, namedDoctor, toldApart, useStaff } from '../staff';
import { idsIn, ON, type TypeTexts } from '../type-texts';
import { Button } from '../ui/button';
import { CatalogField, type CatalogItem } from '../ui/catalog-field';
import { Checkbox, Input } from '../ui/field';
import { NumberField } from '../ui/number-field';
import { Loading, say } from '../ui/status';
import { KindField } from './admin-kind-field';
import { PickMany } from './admin-pick-many';

export const TYPES = '/admin/types';

interface Props {
  edit: Edit<keyof TypeTexts>;
  isLost?: boolean;
  onSave: (all: TypeTexts, changes: Partial<TypeTexts>) => Promise<void>;
}

export function TypeForm({ edit, isLost = false, onSave }: Props) {
  const staff = useStaff();
  const { departments = [], doctors = [] } = staff.data ?? {};
  const wards = optionsOf(departments, toldApart(departments, namedDepartment));
  const people = optionsOf(doctors, toldApart(doctors, namedDoctor));
  const items = useItems(edit.given.catalog_id, edit.value.catalog_id);
  const itemOf = (id: string) => items.data?.find((item) => item.id === id);

  const number = (name: keyof TypeTexts, max: number, min = 0) => ({
    ...edit.field(name),
    ...{ min, max, maxDecimals: 0 },
    onChange: (value: string) => edit.set(name, value),
  });
  const many = (name: keyof TypeTexts) => ({
    label: edit.labels[name],
    error: faultOf(edit.action.error, name),
    chosen: idsIn(edit.value[name]),
    onChange: (ids: string[]) => edit.set(name, ids.join(' ')),
  });
  /** What the service says now, where somebody else has changed it. */
  function shown(name: keyof TypeTexts, text: string): string {
    const named = (options: typeof wards) =>
      idsIn(text)
        .map((id) => options.find(({ value }) => value === id)?.text ?? id)
        .join(', ');
    if (name === 'department_ids') return named(wards) || t.all;
    if (name === 'doctor_ids') return named(people) || t.all;
    if (name === 'catalog_id') return itemOf(text)?.name ?? text;
    return name === 'bookable_online' && text ? '✓' : text;
  }
  async function save() {
    await onSave(edit.value, edit.changes);
    edit.draft.clear();
    say(t.departments.saved(edit.value.name));
    go(TYPES);
  }
  return (
    <EditForm edit={edit} submit={t.save} isLost={isLost} back={linkTo(TYPES)} shown={shown} onSubmit={save}>
      <div class="columns">
        <Input {...edit.field('name')} required maxLength={200} autocomplete="off" />
        <NumberField {...number('minutes', 1440, 1)} required />
        <NumberField {...number('buffer_before', 240)} hint={office.types.keptHint} />
        <NumberField {...number('buffer_after', 240)} hint={office.types.keptHint} />
      </div>
      {staff.error !== undefined && <Loading of={staff} />}
      <div class="columns">
        <PickMany
          {...many('department_ids')}
          hint={office.types.anyHint}
          options={wards}
          former={staff.data ? t.closures.formerDepartment : '…'}
        />
        <PickMany
          {...many('doctor_ids')}
          hint={office.types.anyHint}
          options={people}
          former={staff.data ? t.closures.formerDoctor : '…'}
        />
      </div>
      <div class="columns">
        <KindField
          {...edit.field('needs')}
          hint={office.types.needsHint}
          onChange={(kind) => edit.set('needs', kind)}
        />
        <NumberField {...number('min_notice_hours', 8760)} hint={office.types.noticeHint} />
      </div>
      {items.error !== undefined && <Loading of={items} />}
      <OnInvoice edit={edit} item={itemOf(edit.value.catalog_id)} />
      <Checkbox
        label={edit.labels.bookable_online}
        checked={edit.value.bookable_online === ON}
        onChange={(isOn) => edit.set('bookable_online', isOn ? ON : '')}
      />
      <p class="hint">{office.types.asBooked}</p>
    </EditForm>
  );
}

const optionsOf = (items: readonly { id: string }[], names: readonly string[]) =>
  items.map(({ id }, i) => ({ value: id, text: names[i] ?? '' }));

/** A service of the price list, or none. Who may not see prices leaves it as it is. */
function OnInvoice({ edit, item }: Pick<Props, 'edit'> & { item: CatalogItem | undefined }) {
  const id = edit.value.catalog_id;
  if (!may('catalog:read')) return null;
  if (!id) {
    return (
      <CatalogField
        label={edit.labels.catalog_id}
        hint={office.types.itemHint}
        error={faultOf(edit.action.error, 'catalog_id')}
        onChoose={(chosen) => edit.set('catalog_id', chosen.id)}
      />
    );
  }
  const name = item?.name ?? '…';
  return (
    <div class="field">
      <strong>{edit.labels.catalog_id}</strong>
      <p class="row">
        <bdi>{name}</bdi>
        <Button aria-label={t.closures.removeOf(name)} onClick={() => edit.set('catalog_id', '')}>
          {t.history.remove}
        </Button>
      </p>
    </div>
  );
}

/** The services with these ids, but those that the price list has no more. */
function useItems(...ids: string[]) {
  const wanted = [...new Set(ids)].filter((id) => id && may('catalog:read'));
  return useLoad(
    async (signal) => {
      const results = await Promise.all(
        wanted.map((id) =>
          hospital.GET('/catalog/{id}', { params: { path: { id }, query: { view: 'full' as const } }, signal }),
        ),
      );
      return results.flatMap((result) => (result.ok ? [result.data] : []));
    },
    [wanted.join()],
  );
}
