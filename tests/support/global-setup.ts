import type { TestProject } from 'vitest/node';
import { openTestCluster, type Templates } from './test-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates;
  }
}

/** Once a run: the server and its templates, for `tests/support/database.ts`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openTestCluster();
  const { adminUrl, ownerUrl, prefix } = cluster;
  project.provide('templates', { adminUrl, ownerUrl, prefix });
  return () => cluster.close();
}
