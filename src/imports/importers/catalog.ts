import * as z from 'zod';
import { CatalogItemInput } from '../../resources/catalog/schemas';
import { createCatalogItem } from '../../resources/catalog/service';
import { uniqueKey } from '../../rules/unique-key';
import { claimOf, external_id, withExternalId } from './external';
import { plainImporter } from './plain';

const CatalogRow = z.object({ external_id, ...CatalogItemInput.shape });

export const catalogItems = plainImporter(CatalogRow, ({ external_id, ...input }, source) => ({
  external_id,
  claims: [claimOf('Catalog item', 'code', uniqueKey(input.code))],
  person: null,
  create: async (ctx, idempotency) =>
    createCatalogItem(ctx, input, withExternalId(idempotency, 'catalog', source, external_id)),
}));
