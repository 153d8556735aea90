import { ownDataCalls } from '#lib/contract/own-data.ts';
import { handlers } from '../core/calls/handlers.ts';
import { beginExport, getExport } from './exports.ts';

export const ownDataHandlers = handlers(ownDataCalls, {
  dataExport: getExport,
  beginExport,
});
