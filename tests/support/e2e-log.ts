/** After the last browser test: the log of the server's whole run holds no secret. */
import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { collectSecrets, findLeaks } from './log-leaks.ts';

/** Throws, and so fails the run, when something of the database stands in the log that must not. */
export default async function searchLog(): Promise<void> {
  const file = process.env.E2E_LOG_FILE ?? '';
  const client = new pg.Client({
    connectionString: readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8'),
  });
  await client.connect();
  const secrets = await collectSecrets(client).finally(() => client.end());
  const text = readFileSync(file, 'utf8');
  for (const line of text.split('\n'))
    if (/"level":[56]0/.test(line) || /^\s*(\w*Error|.*失败)/.test(line)) console.log(`[server] ${line}`);
  // What the demo's accounts are is told at its start, to everyone.
  // An account and the demo's provider of invoices have one name.
  const said = text.replace(/^演示账号：.*$/m, '').replaceAll('"provider":"demo"', '');
  const leaks = findLeaks(said, secrets);
  if (leaks.length > 0) throw new Error(`the server's log tells\n${leaks.join('\n')}`);
  console.log(`the server's log: ${text.split('\n').length} lines, none of ${secrets.length} secrets in it`);
  if (process.env.E2E_WATCHED !== '1') rmSync(file, { force: true });
}
