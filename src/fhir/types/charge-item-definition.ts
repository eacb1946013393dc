/** ChargeItemDefinition (hl7.org/fhir/R4/chargeitemdefinition.html): an item of the catalog, with its price by default. */
import { isNull } from 'drizzle-orm';
import { catalogItem } from '../../db/schema/catalog';
import { uniqueKey } from '../../rules/unique-key';
import { codeText, type Deployment, identifierOf, type Resource, tagsOf } from '../elements/datatypes';
import { discountsOf, moneyOf, taxOf } from '../elements/money';
import { constantParameter } from '../search/constants';
import { identifierParameter } from '../search/identifiers';
import { urlParameter } from '../search/parameters';
import { stringParameter } from '../search/texts';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

const fields = {
  ...entityFields(catalogItem),
  code: catalogItem.code,
  name: catalogItem.name,
  default_price: catalogItem.default_price,
  discount_percent: catalogItem.discount_percent,
  discount_amount: catalogItem.discount_amount,
  tax_percent: catalogItem.tax_percent,
  description: catalogItem.description,
  tags: catalogItem.tags,
};

type Row = RowMeta & Pick<typeof catalogItem.$inferSelect, keyof typeof fields>;

const priceComponents = ({ default_price, tax_percent, ...row }: Row, deployment: Deployment) => [
  { type: 'base', amount: moneyOf(default_price, deployment) },
  ...discountsOf(row, deployment),
  ...(tax_percent === null ? [] : [taxOf(tax_percent)]),
];

const toFhir = (row: Row, deployment: Deployment): Resource => ({
  resourceType: 'ChargeItemDefinition',
  id: row.id,
  meta: { tag: tagsOf(deployment, row.tags) },
  url: `${deployment.url}/ChargeItemDefinition/${row.id}`,
  identifier: identifierOf(deployment, 'catalog', row.code),
  title: row.name,
  status: 'active',
  description: row.description,
  code: { coding: [{ system: deployment.systems.catalog, code: codeText(row.code) }], text: row.name },
  propertyGroup: [{ priceComponent: priceComponents(row, deployment) }],
});

export const chargeItemDefinitionType: StoredType<Row> = {
  type: 'ChargeItemDefinition',
  table: catalogItem,
  fields,
  live: isNull(catalogItem.deleted_at),
  deletions: { at: catalogItem.deleted_at },
  toFhir,
  mandatory: ['url', 'status'],
  parameters: {
    identifier: identifierParameter({
      documentation: 'Code in the catalog',
      table: catalogItem,
      own: [{ system: 'catalog', column: catalogItem.code_key, keyOf: uniqueKey, isTyped: true }],
    }),
    title: stringParameter({
      documentation: 'Beginning of the name, or of a word in it',
      texts: ({ title }) => (typeof title === 'string' ? [title] : []),
    }),
    status: constantParameter('active', { system: 'http://hl7.org/fhir/publication-status', code: 'active' }),
    url: urlParameter('Address of the definition', catalogItem.id, 'ChargeItemDefinition'),
  },
};
