/** A process of its own that counts guesses at one account, all at once: `guessing.ts URL USER TIMES` says how many it got. */

import { countGuess } from '#lib/server/accounts/guesses.ts';
import { connect } from '#lib/server/db/client.ts';

const [url = '', userId = '', times = ''] = process.argv.slice(2);
const { db, pool } = connect(url);
const asking = (nth: number) => ({
  name: 'whoever',
  login: { userId, passwordHash: '' },
  address: `198.51.100.${nth}`,
  headers: new Headers(),
});
const results = await Promise.allSettled(
  Array.from({ length: Number(times) }, (_, nth) => countGuess(db, asking(nth), new Date())),
);
console.log(results.filter(({ status }) => status === 'fulfilled').length);
await pool.end();
