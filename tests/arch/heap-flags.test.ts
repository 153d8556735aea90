/** A server started without the supervisor gets the same bounds on its memory as one that has it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heapEnv, heapFlags } from '#lib/server/core/process/supervised.ts';

test.each([
  ['deploy/yaopi.service', `bin/node ${heapFlags.join(' ')} server.mjs`],
  ['deploy/yaopi@.service', `bin/node ${heapFlags.join(' ')} server.mjs`],
  ['Dockerfile', JSON.stringify(['node', ...heapFlags, 'server.mjs']).replaceAll(',', ', ')],
])('%s starts the server with the flags and the environment of the supervisor', (file, command) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(command);
  for (const [name, value] of Object.entries(heapEnv)) expect(text).toContain(`${name}=${value}`);
});
