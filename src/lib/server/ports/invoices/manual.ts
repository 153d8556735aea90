/**
 * Invoices by hand: a person issues them at the tax bureau's own site, and enters number and files at the desk. Nobody is
 * called, so everything runs until then.
 */
import { AppError, statusOf } from '#lib/contract/errors.ts';
import type { InvoicePort, RedAnswer } from './port.ts';

const asking: RedAnswer = { state: 'asking', formNo: '', uuid: '', issued: null, fault: null };

export const manualInvoices: InvoicePort = {
  key: 'manual',
  name: '手工开票',
  capabilities: {
    lines: 2000,
    gross: 9_999_999_999,
    remark: 200,
    form: ['net', 'discount'],
    files: ['xml', 'pdf', 'ofd'],
    session: false,
    quota: false,
    inbound: false,
    byHand: true,
  },
  missing: async () => null,
  issue: async () => ({ state: 'running' }),
  query: async () => ({ state: 'running' }),
  reseal: async () => false,
  files: async () => [],
  red: {
    request: async () => asking,
    query: async () => asking,
    confirm: async () => {},
    revoke: async () => {},
    inbound: async () => [],
  },
  notify() {
    throw new AppError(404, '手工开票没有通知');
  },
  acknowledge: (refusal) => ({
    status: statusOf(refusal?.code ?? 404),
    contentType: 'application/json; charset=utf-8',
    body: '{}',
  }),
};
