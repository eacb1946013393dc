import { fieldsText } from './audit-fields';
import { joined } from './format';
import { LISTS } from './history';
import { office, t } from './i18n';
import type { Import } from './imports';

/** Of a newer service, which has more than this portal knows, nothing. */
const textOf = (texts: Record<string, string>, name: string): string | undefined => texts[name];

const OF_ENTRIES = Object.values(LISTS).flat();

/** Words for the parts of a field, as the forms of the portal have them. */
function partText(name: string): string {
  const parts: Record<string, string> = {
    ...office.imports.parts,
    name: t.people.name,
    username: t.people.username,
    email: t.person.email,
    phone_number: t.patient.phone,
    relation: t.person.relation,
    phone: t.patient.phone,
    kind: t.person.payerKind,
    member_number: t.person.memberNumber,
    tax_id: t.person.taxId,
    sms: t.contact.sms,
  };
  const ofEntry = OF_ENTRIES.find((field) => field === name);
  return parts[name] ?? (ofEntry ? t.history[ofEntry] : name);
}

/** A field by its path, in words: `Addresses · City` of `addresses.0.city`; its number only where it is not the first. */
export function pathText({ entity }: Pick<Import, 'entity'>, path: string): string {
  const [field = '', ...parts] = path.split('.');
  const [known = field] = fieldsText(entity === 'catalog' ? 'catalog_item' : entity, [field]);
  const first = textOf(office.imports.fields, field) ?? known;
  const isAccount = field === 'user';
  return joined([
    isAccount ? t.doctors.account : first,
    ...parts
      .filter((part) => part !== '0')
      .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : partText(part))),
  ]);
}
