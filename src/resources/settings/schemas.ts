import * as z from 'zod';
import { PERMISSIONS } from '../../auth/permissions';

export const PortalSettings = z
  .object({
    currency: z.string().describe('ISO 4217 code of all amounts'),
    currency_decimals: z.int().describe('How many decimals an amount has: 2 for USD, 0 for JPY, 3 for KWD'),
    time_zone: z.string().describe('IANA name of the zone in which times without a zone count'),
    date_order: z.enum(['day-month', 'month-day']).describe('How a search reads 3/4/1984'),
    tax_included: z.boolean().optional().describe('Whether invoices have the tax in their prices by default'),
    tax_id: z.string().optional().describe('Tax number of the clinic, for its bills'),
    hospital_name: z.string().optional().describe('Name of the hospital, for the letterhead of its bills'),
    hospital_address: z
      .string()
      .optional()
      .describe('Address of the hospital, phone numbers and the like, for that letterhead; has line breaks'),
    mail: z.boolean().describe('Whether the service mails invitations, resets and what patients have asked for'),
    permissions: z.array(z.enum(PERMISSIONS)).describe('What the access token may do'),
  })
  .meta({ id: 'PortalSettings' });
export type PortalSettings = z.output<typeof PortalSettings>;
