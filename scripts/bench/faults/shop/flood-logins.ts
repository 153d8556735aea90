/**
 * A separate process that sends many wrong logins at once: `flood-logins.ts ORIGINS TIMES ADDRESSES NAME` with `*` for
 * another name each time. Prints the number of responses by status; 0 stands for none.
 */
import { Agent, request } from 'node:http';

const [origins = '', times = '', addresses = '', name = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const places = origins.split(',');

function tryOnce(nth: number): Promise<number> {
  const from = nth % Number(addresses);
  const username = name === '*' ? `nobody-${nth}` : name;
  const form = String(new URLSearchParams({ username, password: `wrong-${nth}` }));
  return new Promise((resolve) => {
    const call = request(new URL('/api/auth/login', places[nth % places.length]), {
      agent,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.${from >> 8}.${from & 255}`,
      },
    });
    call.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    call.on('error', () => resolve(0));
    call.end(form);
  });
}

const statuses = await Promise.all(Array.from({ length: Number(times) }, (_, nth) => tryOnce(nth)));
const counts: Record<number, number> = {};
for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
console.log(JSON.stringify(counts));
agent.destroy();
