/** What a log may know: neither sessions nor people nor what anybody typed, whatever goes wrong. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { errorFacts, withoutValues } from '#lib/server/core/process/error-facts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { findLeaks, type Secret } from '#tests/support/log-leaks.ts';

const { url } = await testDatabase();

it('of a run in which everything fails holds no secret, and yet tells what went wrong', async () => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'yaopi-')), 'secrets.json');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['tests/support/log-run.ts'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DEMO: '1',
      LOG_LEVEL: 'trace',
      SECRETS: file,
      AUTH_SECRET: 'a secret for tests, thirty-two characters',
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  const secrets: Secret[] = JSON.parse(readFileSync(file, 'utf8'));
  expect(secrets.length).toBeGreaterThan(40);
  expect(findLeaks(stdout + stderr, secrets)).toEqual([]);
  const lines = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const errors = lines.filter((line) => line.err !== undefined);
  // Six calls and a job whose tables were gone, and five answers written two ways.
  expect(errors.length).toBeGreaterThanOrEqual(16);
  const codes = new Set(errors.map((line) => line.err.cause?.code ?? line.err.code));
  expect([...codes]).toEqual(expect.arrayContaining(['42P01', '22008', '23505', '23502', '23514', '22P02']));
  for (const { err } of errors) expect(err.stack, err.message).toMatch(/^ {4}at /);
}, 120_000);

it('finds what stands in a text, and nothing that only looks alike', () => {
  const secrets = [
    { what: 'login name', value: 'demo' },
    { what: 'token', value: 'abcdefghijklmnop' },
  ];
  expect(findLeaks('{"name":"demo"}', secrets)).toHaveLength(1);
  expect(findLeaks('xxabcdefghijklmnopxx', secrets)).toHaveLength(1);
  expect(findLeaks('/src/demo/a.ts demonstration yp-demo', secrets)).toEqual([]);
});

it('keeps kind, sentence and place of an error', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "user_phone"'), {
    code: '23505',
    constraint: 'user_phone',
    detail: 'Key (phone)=(13912345678) already exists.',
  });
  const error = new Error('Failed query: insert into "user" values ($1)\nparams: 13912345678', { cause });
  expect(errorFacts(error)).toMatchObject({
    type: 'Error',
    message: 'Failed query',
    cause: { code: '23505', constraint: 'user_phone', message: cause.message },
  });
  expect(JSON.stringify(errorFacts(error))).not.toContain('13912345678');
  expect(withoutValues(error.stack ?? '')).not.toContain('13912345678');
  expect(withoutValues(error.stack ?? '')).toMatch(/^Error: Failed query: insert into[^\n]*\n {4}at /);
});
