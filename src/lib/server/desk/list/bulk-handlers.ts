import { deskBulkCalls } from '#lib/contract/desk/bulk.ts';
import { handlers } from '../../core/calls/handlers.ts';
import { listBulk, stopBulk } from './bulk-read.ts';

export const deskBulkHandlers = handlers(deskBulkCalls, { bulkRuns: listBulk, stopBulk });
