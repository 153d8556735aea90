import os from 'node:os';
import { defineConfig } from 'vitest/config';

/** One process for each processor. */
const maxWorkers = Number(process.env.TEST_WORKERS) || Math.max(2, os.availableParallelism());

const onDatabase = {
  globalSetup: 'tests/support/global-setup.ts',
  // Each file has a database and an environment of its own.
  pool: 'forks' as const,
  // Long enough for a machine that is busy with something else; what hangs is found all the same.
  testTimeout: 180_000,
  hookTimeout: 240_000,
};

export default defineConfig({
  test: {
    maxWorkers,
    passWithNoTests: true,
    // A second, as it is otherwise, may pass on a busy machine before anything has happened.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['tests/{rules,arch}/**/*.test.ts'],
          // They hold no state and change no environment: the files of a worker share one module graph.
          isolate: false,
          // Files that read all sources take long on a machine that is busy with something else.
          testTimeout: 90_000,
          // Node itself loads them: an eighth less work than by Vite's module runner.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: { name: 'islands', include: ['tests/islands/**/*.test.{ts,tsx}'], testTimeout: 90_000 },
      },
      {
        extends: true,
        test: { name: 'server', include: ['tests/server/**/*.test.ts'], ...onDatabase },
      },
      {
        extends: true,
        // What starts and kills processes, replicas and backups: scripts/test.ts leaves it out where nothing of it changed.
        test: { name: 'slow', include: ['tests/slow/*.test.ts'], ...onDatabase },
      },
      {
        extends: true,
        test: {
          name: 'model',
          include: ['tests/slow/model/**/*.test.ts'],
          ...onDatabase,
          testTimeout: 900_000,
          hookTimeout: 300_000,
          // It takes two processors: after the others.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
