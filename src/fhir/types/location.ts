/**
 * Location (hl7.org/fhir/R4/location.html): a room, or a piece of equipment. Which of the two it is nobody has said, so that it has no
 * `physicalType`; its kind is a word of the hospital.
 */
import { isNull } from 'drizzle-orm';
import { calendarResource } from '../../db/schema/calendar';
import { foldWord } from '../../rules/appointment-status';
import { codeText, type Deployment, type Resource, referenceTo } from '../elements/datatypes';
import { constantParameter } from '../search/constants';
import { ownCodeParameter, referenceParameter } from '../search/parameters';
import { stringParameter } from '../search/texts';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

const fields = {
  ...entityFields(calendarResource),
  name: calendarResource.name,
  kind: calendarResource.kind,
  kind_key: calendarResource.kind_key,
  department_id: calendarResource.department_id,
};

type Row = RowMeta & Pick<typeof calendarResource.$inferSelect, 'name' | 'kind' | 'kind_key' | 'department_id'>;

/** Kinds that are written differently and mean the same have one code. */
const typeOf = ({ kind, kind_key }: Row, { systems }: Deployment) => {
  const code = codeText(kind_key);
  return { ...(code && { coding: [{ system: systems['resource-kind'], code }] }), text: kind };
};

const toFhir = (row: Row, deployment: Deployment): Resource => ({
  ...{ resourceType: 'Location', id: row.id, status: 'active', name: row.name, mode: 'instance' },
  type: [typeOf(row, deployment)],
  managingOrganization: row.department_id === null ? undefined : referenceTo('Organization', row.department_id),
});

export const locationType: StoredType<Row> = {
  type: 'Location',
  table: calendarResource,
  fields,
  live: isNull(calendarResource.deleted_at),
  deletions: { at: calendarResource.deleted_at },
  isFew: true,
  toFhir,
  mandatory: [],
  parameters: {
    name: stringParameter({
      documentation: 'Beginning of the name, or of a word in it',
      texts: ({ name }) => (typeof name === 'string' ? [name] : []),
      isIndexed: false,
    }),
    type: ownCodeParameter({
      documentation: 'The kind of room or equipment; letter case, `_`, `-` and spaces do not matter',
      system: 'resource-kind',
      column: calendarResource.kind_key,
      keyOf: foldWord,
    }),
    organization: referenceParameter({
      documentation: 'The department whose it is',
      to: { Organization: calendarResource.department_id },
    }),
    status: constantParameter('active', { system: 'http://hl7.org/fhir/location-status', code: 'active' }),
  },
};
