import { describe, expect, it } from 'vitest';
import { type Body, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { postInvoice, putInvoice } from '../support/invoices';
import { count, trail } from '../support/rows';

const remove = (id: string, headers: Record<string, string> = {}) => call('DELETE', `/catalog/${id}`, { headers });
const list = (query: string): Promise<Body> => ok('GET', `/catalog/?${query}`);

describe('DELETE /catalog/{id}', () => {
  it('takes the item out of reads, lists, searches and tags, once, and frees its code', async () => {
    const [code, tag] = [unique('GONE'), unique('tag')];
    const { id } = await make.catalogItem({ code, tags: [tag] });
    const { total } = await list('limit=0');
    const { status, body, cost } = await remove(id);
    expect([status, body, cost.trips]).toEqual([200, { message: 'Catalog item deleted successfully' }, 1]);
    for (const view of ['reduced', 'full']) {
      expect((await call('GET', `/catalog/${id}?view=${view}`)).status).toBe(404);
    }
    expect((await call('PUT', `/catalog/${id}`, { json: input.catalogItem() })).status).toBe(404);
    expect((await remove(id)).body).toEqual(refusal('not_found', `Catalog item not found: ${id}`));
    expect([(await list(`search=${code}`)).total, (await list(`tags=${tag}`)).total]).toEqual([0, 0]);
    expect((await list('limit=0')).total).toBe(total - 1);
    expect(await trail(id)).toEqual(['create 1', 'delete 2 deleted_at']);
    const again = await make.catalogItem({ code: code.toLowerCase(), tags: [tag] });
    expect((await list(`tags=${tag}`)).data).toEqual([again]);
  });

  it('happens once of eight at the same time, and gives a code to one of eight that wait for it', async () => {
    const { id, code } = await make.catalogItem();
    const removed = await Promise.all(Array.from({ length: 8 }, () => remove(id)));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    const json = () => input.catalogItem({ code });
    const made = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/catalog/', { json: json() })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    expect(await count('catalog_item WHERE code = ?', code)).toBe(2);
  });
});

describe('A retired catalog item', () => {
  /** An invoice with two lines of an item that is retired then, the first with a price of its own. */
  const billed = async (more: object = {}) => {
    const item = await make.catalogItem({ name: 'X-ray', default_price: 80 });
    const lines = [{ catalog_id: item.id, unit_price: 70 }, { name: 'Film', unit_price: 5 }, { catalog_id: item.id }];
    const invoice = await make.invoice({ items: lines, ...more });
    await ok('DELETE', `/catalog/${item.id}`);
    return { item, lines, invoice };
  };

  it('is unknown to a new line', async () => {
    const { item, invoice } = await billed();
    const other = await make.invoice({ patient_id: invoice.patient_id });
    const items = [{ catalog_id: item.id }];
    for (const refused of [
      await postInvoice({ patient_id: invoice.patient_id, items }),
      await putInvoice(other.id, { patient_id: invoice.patient_id, items }),
      await putInvoice(invoice.id, { patient_id: invoice.patient_id, items: [...invoice.items, ...items] }),
    ]) {
      expect([refused.status, refused.body]).toEqual([
        404,
        refusal('reference_not_found', `Catalog item not found: ${item.id}`),
      ]);
    }
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
  });

  it('stays on the lines that a draft has, with what they say', async () => {
    const { invoice, lines } = await billed();
    const after = { ...invoice, updated_at: expect.any(String) };
    const { patient_id } = invoice;
    expect((await putInvoice(invoice.id, invoice)).body).toEqual(after);
    expect((await putInvoice(invoice.id, { patient_id })).body).toEqual(after);
    const least = lines.map(({ name, catalog_id = null }) => (name ? { name, unit_price: 5 } : { catalog_id }));
    expect((await putInvoice(invoice.id, { patient_id, items: least })).body, 'as they are stored').toEqual(after);
    const [first, film, third] = invoice.items;
    const changed = await putInvoice(invoice.id, { patient_id, items: [film, { ...third, quantity: 3 }] });
    expect(changed.status).toBe(200);
    expect(changed.body.items).toEqual([film, { ...third, quantity: 3, net_amount: 240 }]);
    const gone = await putInvoice(invoice.id, { patient_id, items: [first, film, third] });
    expect(gone.status, 'a line that was removed is a new one').toBe(404);
  });

  it('stays on a draft that is issued, paid and changed later', async () => {
    const { invoice } = await billed();
    const { patient_id } = invoice;
    const put = async (json: object) => (await putInvoice(invoice.id, { patient_id, ...json })).body;
    expect((await put({ items: invoice.items, status: 'ISSUED' })).items).toEqual(invoice.items);
    expect((await put({ items: invoice.items, status: 'PAID', paid_amount: 155 })).remaining_amount).toBe(0);
    const more = [...invoice.items, { catalog_id: invoice.items[0].catalog_id }];
    expect((await putInvoice(invoice.id, { patient_id, items: more, status: 'PAID' })).status).toBe(400);
    expect((await ok('GET', `/invoice/${invoice.id}`)).items).toEqual(invoice.items);
  });

  it('is replaced by a new item with its code, also beside its own lines', async () => {
    const { item, invoice } = await billed();
    const successor = await make.catalogItem({ code: item.code, name: 'X-ray', default_price: 90 });
    const items = [...invoice.items, { catalog_id: successor.id }];
    const { status, body } = await putInvoice(invoice.id, { patient_id: invoice.patient_id, items });
    expect([status, body.subtotal]).toEqual([200, 245]);
  });
});
