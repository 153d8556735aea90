/**
 * A thousand wrong logins at once, at one account from one and from 200 addresses and at unknown names, on two
 * processes: five attempts are checked, and pages are served as usual.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoPassword } from '#demo/seed/known.ts';
import { rateLimit } from '#lib/server/db/schema.ts';
import { logIn, send } from '../client.ts';
import { ms, type Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { watch } from './shop/watch.ts';

const floodFile = path.join(import.meta.dirname, 'shop', 'flood-logins.ts');
const mostChecked = 5;
const mostMs = 200;

interface Round {
  what: string;
  addresses: number;
  /** `*` is another unknown name each time; each of those may be tried, a hundred times per address. */
  name: string;
}

const rounds: Round[] = [
  { what: 'at one account, from 1 address', addresses: 1, name: 'other' },
  { what: 'at one account, from 200 addresses', addresses: 200, name: 'clinic' },
  { what: 'at names that nobody has, from 200 addresses', addresses: 200, name: '*' },
];

/** The number of answers by status; 0 stands for none. */
async function flood(shop: Shop, { addresses, name }: Round, times: number): Promise<Record<number, number>> {
  const args = [floodFile, shop.origins.join(), String(times), String(addresses), name];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

async function runRound(shop: Shop, round: Round, times: number): Promise<Row[]> {
  const { what, name } = round;
  await shop.db.delete(rateLimit);
  const origin = shop.origins[0] ?? '';
  const stop = await watch({ origin, pid: shop.servers[0]?.child.pid ?? 0 });
  const counts = await flood(shop, round, times);
  const seen = await stop();
  const said = Object.entries(counts).map(([status, n]) => `${n} × ${status}`);
  const checked = counts[422] ?? 0;
  const rows: Row[] = [
    {
      what: `home page beside ${times} wrong logins at once ${what}, p99`,
      bar: `≤ ${mostMs} ms`,
      measured: `${ms(seen.p99)} (median ${ms(seen.p50)}, n ${seen.probes}; logins ${said.join(', ')})`,
      isMet: seen.p99 <= mostMs && seen.failed === 0 && counts[0] === undefined,
    },
  ];
  if (name === '*') return rows;
  return [
    {
      what: `passwords checked ${what}`,
      bar: `≤ ${mostChecked}`,
      measured: String(checked),
      isMet: checked <= mostChecked,
    },
    ...rows,
  ];
}

/** A person who has logged in on a device before is admitted while strangers have used up the account's attempts. */
async function knownDevice(shop: Shop, cookie: string): Promise<Row> {
  const form = String(new URLSearchParams({ username: 'clinic', password: demoPassword }));
  const [known, stranger] = await Promise.all(
    [cookie, ''].map((one) => send(shop.origins[1] ?? '', '/api/auth/login', { form, cookie: one })),
  );
  return {
    what: 'the account’s own device, and a strange one with the right password, after the flood',
    bar: '200, 429',
    measured: `${known?.status}, ${stranger?.status}`,
    isMet: known?.status === 200 && stranger?.status === 429,
  };
}

async function run(isQuick: boolean): Promise<Row[]> {
  const shop = await openShop({ processes: 2, env: { TRUST_PROXY: '1' } });
  try {
    const cookie = await logIn(shop.origins[0] ?? '', 'clinic');
    // A warm shop: its code is compiled, its connections are open.
    for (const _ of [1, 2]) await flood(shop, { what: 'warm', addresses: 50, name: '*' }, 1000);
    const rows: Row[] = [];
    for (const round of rounds) {
      rows.push(...(await runRound(shop, round, isQuick ? 200 : 1000)));
      if (round.name === 'clinic') rows.push(await knownDevice(shop, cookie));
    }
    return rows;
  } finally {
    await shop.close();
  }
}

export const bar: FaultBar = { name: 'logins', run };
