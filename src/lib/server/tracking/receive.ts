/** Reports that providers push. */

import { log } from '../core/process/log.ts';
import type { Db } from '../db/client.ts';
import type { LogisticsProvider, ParcelReport } from '../ports/logistics/port.ts';
import { listParcelsOf } from './rows.ts';
import { writeEvents } from './write.ts';

/**
 * `POST /api/logistics/notify/{provider}`, after the provider's file has verified and read it: every event is saved
 * once, also when it comes late, twice or out of order. An unknown parcel is skipped and logged: a resend would not
 * help.
 */
export async function receiveReports(
  { db, now, requestId }: { db: Db; now: Date; requestId: string },
  { key, askEvery }: LogisticsProvider,
  reports: readonly ParcelReport[],
): Promise<void> {
  for (const report of reports) {
    const ids = await listParcelsOf(db, key, report);
    if (ids.length === 0)
      log().warn(
        { requestId, provider: key, trackingNo: report.trackingNo },
        'told of a parcel that is not ours',
      );
    for (const id of ids)
      await writeEvents(db, id, report.events, { now, askEvery, trackingNo: report.trackingNo });
  }
}
