import { type Job, minute, second } from '../core/jobs/job.ts';
import { issueLongPaid, issueShipped } from './auto.ts';
import { deliverInvoices } from './deliver.ts';
import { followInvoices } from './follow.ts';
import { pullRedForms } from './inbound.ts';
import { sendRedForms } from './red-send.ts';
import { sendInvoices } from './send.ts';
import { checkInvoiceSellers } from './standing.ts';

/** Jobs that issue invoices and take them back. */
export const invoiceJobs = [
  { name: 'issueShipped', every: minute, run: issueShipped },
  { name: 'issueLongPaid', every: 10 * minute, run: issueLongPaid },
  { name: 'sendInvoices', every: 3 * second, run: sendInvoices },
  { name: 'followInvoices', every: 5 * second, run: followInvoices },
  { name: 'deliverInvoices', every: 5 * second, run: deliverInvoices },
  { name: 'sendRedForms', every: 5 * second, run: sendRedForms },
  { name: 'pullRedForms', every: 10 * minute, run: pullRedForms },
  { name: 'checkInvoiceSellers', every: 10 * minute, run: checkInvoiceSellers },
] as const satisfies readonly Job[];
