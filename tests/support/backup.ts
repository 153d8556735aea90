/** For tests of backups: databases of one's own, what stands in them, the real commands. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, inject } from 'vitest';
import { checkRows } from '#lib/server/backup/copy.ts';
import { readTables, settings } from '#lib/server/backup/tables.ts';
import { asked } from './asked.ts';
import { dropCopy, withDatabase } from './test-cluster.ts';

const made: string[] = [];
afterAll(async () => {
  for (const url of made.splice(0)) await dropCopy(inject('templates').adminUrl, url);
});

/** A database without a table; dropped after the file's last test. */
export async function bareDatabase(): Promise<string> {
  const { adminUrl, prefix } = inject('templates');
  const name = `${prefix}bare_${randomUUID().slice(0, 8)}`;
  await asked(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = withDatabase(adminUrl, name);
  made.push(url);
  return url;
}

/** Rows and check sum of every table. */
export function contentsOf(url: string): Promise<Record<string, { rows: number; sha256: string }>> {
  return asked(url, async (client) => {
    const contents: Record<string, { rows: number; sha256: string }> = {};
    await client.query('BEGIN READ ONLY');
    await client.query(settings);
    for (const table of await readTables(client)) contents[table.name] = await checkRows(client, table);
    return contents;
  });
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run <script>`'s command in a folder. */
export function runScript(
  script: 'backup' | 'restore' | 'ops' | 'import' | 'staff',
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ran> {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env } };
    execFile(process.execPath, [file, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: out.trim(), err: err.trim() });
    });
  });
}
