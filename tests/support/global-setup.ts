import type { TestProject } from 'vitest/node';
import { endServerAtExit, openTestCluster, type Templates, type TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

interface Shared {
  cluster: Promise<TestCluster>;
  /** Projects that have not ended. */
  users: number;
}

const key = Symbol.for('yaopi.test-cluster');
const holder = globalThis as { [key]?: Shared };

/**
 * Once a run, whichever projects take part: the server and its templates, for `tests/support/database.ts`. Each project
 * loads this file for itself; the one that ends last closes what all of them use.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (holder[key] === undefined) {
    holder[key] = { cluster: openTestCluster(), users: 0 };
    endServerAtExit();
  }
  const shared = holder[key];
  shared.users += 1;
  const cluster = await shared.cluster;
  const { adminUrl, ownerUrl, prefix } = cluster;
  project.provide('templates', { adminUrl, ownerUrl, prefix });
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[key];
    await cluster.close();
  };
}
