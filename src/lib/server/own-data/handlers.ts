import { closingCalls } from '#lib/contract/closing.ts';
import { ownDataCalls } from '#lib/contract/own-data.ts';
import { handlers } from '../core/calls/handlers.ts';
import { beginClosing, callOffClosing, getClosing } from './closing.ts';
import { beginExport, getExport } from './exports.ts';

export const closingHandlers = handlers(closingCalls, {
  closing: getClosing,
  beginClosing,
  callOffClosing,
});

export const ownDataHandlers = handlers(ownDataCalls, {
  dataExport: getExport,
  beginExport,
});
