import { Hono } from 'hono';
import { ROLE_PERMISSIONS } from '../../auth/permissions';
import { settingsOf } from '../../env';
import type { AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { sendsMail } from '../../mail/send';
import { covers } from '../../scopes';
import { PortalSettings } from './schemas';

export const settingsRoutes = new Hono<AppEnv>({ strict: false }).get(
  '/',
  endpoint({
    operationId: 'getSettings',
    summary: 'How the hospital counts money and time, and what the caller may do',
    description: 'What a portal needs to show amounts and times, and to offer only what would not be 403.',
    permission: 'account',
    answers: { 200: { description: 'The settings', body: PortalSettings } },
  }),
  (c) => {
    const { CURRENCY, TIME_ZONE, DATE_ORDER, TAX_INCLUDED, TAX_ID, HOSPITAL_NAME, HOSPITAL_ADDRESS } = settingsOf(
      c.env,
    );
    const actor = c.get('actor');
    const permissions = actor ? [...ROLE_PERMISSIONS[actor.role]].filter((each) => covers(actor, each)) : [];
    return c.json(
      {
        currency: CURRENCY.code,
        currency_decimals: CURRENCY.exponent,
        time_zone: TIME_ZONE,
        date_order: DATE_ORDER,
        tax_included: TAX_INCLUDED && TAX_INCLUDED === 'yes',
        tax_id: TAX_ID,
        hospital_name: HOSPITAL_NAME,
        hospital_address: HOSPITAL_ADDRESS,
        mail: sendsMail(c.env),
        permissions,
      },
      200,
    );
  },
);
