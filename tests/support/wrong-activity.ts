/** Reads what stands on the pages of activities, twice, for tests/server/activity-config.test.ts to read the log. */
import { connect } from '#lib/server/db/client.ts';
import { listOfKind } from '#lib/server/offers/activity-rows.ts';

const { pool, db } = connect(process.env.DATABASE_URL ?? '');
for (let time = 0; time < 2; time++) await listOfKind(db, 'group_buy', { endsAfter: new Date() });
await pool.end();
