/** Money that moves, and what was said to have moved: to be compared with what a recovery brings back. */
import pg from 'pg';
import { connect } from '#lib/server/db/client.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { company } from '#lib/server/db/schema.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';

export interface Acknowledged {
  ref: string;
  /** Epoch ms at which the commit was answered. */
  at: number;
}

export interface Mover {
  moved: Acknowledged[];
  /** Ends the moving; what was not answered until then is not acknowledged. */
  stop(): Promise<void>;
}

/** Tables, and a company with a wallet. */
export async function prepareBooks(url: string): Promise<number> {
  await migrateDatabase(url);
  const { pool, db } = connect(url, { max: 1 });
  try {
    const [made] = await db
      .insert(company)
      .values({
        name: '恢复药房',
        buyerType: 'pharmacy',
        status: 'approved',
        province: '湖北省',
        city: '武汉市',
        district: '江岸区',
        regionCode: '420102',
      })
      .returning({ id: company.id });
    if (!made) throw new Error('no company');
    return made.id;
  } finally {
    await pool.end();
  }
}

/** Tops up the wallet again and again, `pauseMs` apart, until it is stopped or the database is gone. */
export function moveMoney(url: string, companyId: number, pauseMs: number): Mover {
  const { pool, db } = connect(url, { max: 1 });
  const moved: Acknowledged[] = [];
  let isOver = false;
  async function run(): Promise<void> {
    for (let at = 1; !isOver; at += 1) {
      const ref = `m${at}`;
      try {
        await db.transaction((tx) =>
          postEntry(tx, { companyId, useType: 'top_up', amount: at, ref, note: '' }),
        );
        moved.push({ ref, at: Date.now() });
      } catch {
        // Not answered: whether it is there is not known, and was not promised.
      }
      await new Promise((go) => setTimeout(go, pauseMs));
    }
  }
  const running = run();
  return {
    moved,
    stop: async () => {
      isOver = true;
      await running;
      await pool.end();
    },
  };
}

/** Of what was acknowledged, what is not there. */
export async function findLost(url: string, moved: readonly Acknowledged[]): Promise<Acknowledged[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ ref: string }>('SELECT ref FROM wallet_ledger');
    const there = new Set(rows.map(({ ref }) => ref));
    return moved.filter(({ ref }) => !there.has(ref));
  } finally {
    await client.end();
  }
}
