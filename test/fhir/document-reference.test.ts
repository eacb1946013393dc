import { describe, expect, it } from 'vitest';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsOf, pagesOf } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { makePng, PNG } from '../support/files';
import { rows } from '../support/rows';

const BASE = 'http://localhost/fhir/r4';

describe('DocumentReference as a resource', () => {
  it('says where the bytes of a patient’s file are', async () => {
    const { id: patient } = await make.patient();
    const { id, type } = await makePng(patient, 'arm.png');
    const { body } = await get(`DocumentReference/${id}`);
    expect(body).toEqual({
      resourceType: 'DocumentReference',
      id,
      meta: { versionId: '1', lastUpdated: expect.any(String) },
      status: 'current',
      type: { text: type },
      subject: { reference: `Patient/${patient}` },
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/),
      content: [
        {
          attachment: {
            contentType: 'image/png',
            url: `${BASE}/Binary/${id}`,
            size: PNG.length,
            title: 'arm.png',
          },
        },
      ],
    });
    expect(Date.parse(body.date)).toBe(Date.parse(body.meta.lastUpdated));
  });

  it('names what other files belong to', async () => {
    const appointment = await make.appointment();
    const invoice = await make.invoice({ items: [] });
    const owners = [
      [appointment.id, { context: { related: [{ reference: `Appointment/${appointment.id}` }] } }],
      [invoice.id, { context: { related: [{ reference: `Invoice/${invoice.id}` }] } }],
      [
        appointment.department_id,
        { context: { related: [{ reference: `Organization/${appointment.department_id}` }] } },
      ],
      [appointment.doctor_id, { subject: { reference: `Practitioner/${appointment.doctor_id}` } }],
    ];
    for (const [owner, expected] of owners) {
      const { body } = await get(`DocumentReference/${(await makePng(owner)).id}`);
      expect({ subject: body.subject, context: body.context }).toEqual({
        subject: undefined,
        context: undefined,
        ...expected,
      });
    }
  });
});

describe('A search for documents', () => {
  it('finds by each parameter, and brings the patient', async () => {
    const appointment = await make.appointment();
    const { patient_id, doctor_id, department_id } = appointment;
    const [ofPatient, ofDoctor, ofVisit, ofDepartment] = [
      (await makePng(patient_id)).id,
      (await makePng(doctor_id)).id,
      (await makePng(appointment.id)).id,
      (await makePng(department_id)).id,
    ];
    const searches: [string, string[]][] = [
      [`_id=${ofPatient}`, [ofPatient]],
      [`patient=${patient_id}`, [ofPatient]],
      [`subject=${patient_id},${patient_id}`, [ofPatient]],
      [`subject=Patient/${patient_id},Practitioner/${doctor_id}`, [ofPatient, ofDoctor]],
      [`subject:Practitioner=${doctor_id}&date=ge2026`, [ofDoctor]],
      [`related=Appointment/${appointment.id}`, [ofVisit]],
      [`related=${department_id}`, [ofDepartment]],
      [`patient=${patient_id}&_lastUpdated=ge2026`, [ofPatient]],
      // Others than what they are named.
      [`patient=${doctor_id}`, []],
      [`subject=Practitioner/${patient_id}`, []],
      [`patient=${patient_id}&date=lt2020`, []],
    ];
    for (const [search, ids] of searches) expect(await idsOf(`DocumentReference?${search}`), search).toEqual(ids);
    const both = await found(`DocumentReference?patient=${patient_id}&_include=DocumentReference:patient`);
    expect(both.map(({ id }) => id)).toEqual([ofPatient, patient_id]);
  });

  it('pages by next, and reads what it shows', async () => {
    const { id } = await make.patient();
    const made = [await makePng(id), await makePng(id)].map((one) => one.id);
    const pages = await pagesOf(`DocumentReference?patient=${id}&_count=1`);
    expect(pages.map(([one]) => one.id)).toEqual(made);
    const { cost } = await get(`DocumentReference?patient=${id}&_count=1`);
    expect([cost.trips, cost.r2, cost.rows_read < 20]).toEqual([1, 0, true]);
  });
});

describe('Who reads documents', () => {
  it('is on record, by the patient whose they are', async () => {
    const { id: invoice, patient_id } = await make.invoice({ items: [] });
    const { id } = await makePng(invoice);
    expect(looksOf(await get(`DocumentReference/${id}`))).toEqual([['file', 'read', id, [patient_id]]]);
    const { id: department } = await make.department();
    await makePng(department);
    const listed = await get(`DocumentReference?related=Invoice/${invoice},Organization/${department}`);
    expect(looksOf(listed)).toEqual([['file', 'list', null, [patient_id]]]);
    expect(listed.body.entry).toHaveLength(2);
  });

  it('is refused what is not there, deleted or out of reach, and without a permission', async () => {
    const invoice = await make.invoice({ items: [] });
    const [kept, removed] = [await makePng(invoice.id), await makePng(invoice.id)];
    await expectRefusals(`DocumentReference/${kept.id}`);
    await ok('DELETE', `/static/delete_file/${removed.id}`);
    expect((await get(`DocumentReference/${removed.id}`)).status).toBe(410);
    await rows('UPDATE patient SET deleted_at = 1 WHERE id = ?', invoice.patient_id);
    expect((await get(`DocumentReference/${kept.id}`)).status).toBe(410);
    expect((await get(`Binary/${kept.id}`)).status).toBe(410);
    expect(await idsOf(`DocumentReference?_id=${kept.id}`)).toEqual([]);
  });
});
