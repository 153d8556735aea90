import type { TestProject } from 'vitest/node';
import { openTestCluster, type Templates, type TestCluster } from './test-cluster.ts';

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
    closeWhenStopped(holder[key]);
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

/** A run that is stopped closes its server too: nobody else would. */
function closeWhenStopped({ cluster }: Shared): void {
  let isClosing = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.prependListener(signal, () => {
      if (isClosing) return;
      isClosing = true;
      const end = () => process.exit(1);
      // What is still being made closes when it is there.
      void cluster.then((made) => made.close()).then(end, end);
    });
}
