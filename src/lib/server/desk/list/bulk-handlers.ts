import { deskBulkCalls } from '#lib/contract/desk/bulk.ts';
import { type Handlers, handlers } from '../../core/calls/handlers.ts';
import type { ServedList } from './acting.ts';
import { previewBulk } from './bulk-preview.ts';
import { changedBulk, listBulk, stopBulk } from './bulk-read.ts';

/** Answers of the calls, by the register of the lists. */
export function bulkHandlers(lists: readonly ServedList[]): Handlers {
  return handlers(deskBulkCalls, {
    bulkPreview: (context, asked) => previewBulk(context, lists, asked),
    bulkRuns: listBulk,
    bulkChanged: changedBulk,
    stopBulk,
  });
}
