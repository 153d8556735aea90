import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{rules,arch,islands}/**/*.test.{ts,tsx}'],
          // Files that read all sources take long on a machine that is busy with something else.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          // Each file has a database and an environment of its own.
          pool: 'forks',
          // Long enough for a machine that is busy with something else; what hangs is found all the same.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'model',
          include: ['tests/model/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          pool: 'forks',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // It takes both cores: after the others.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
