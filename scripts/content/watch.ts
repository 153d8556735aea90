/**
 * `npm run content -- --watch`: the list again at each save. A thread checks: it knows words, pages and calls from the
 * sources that it has loaded, so another one takes its place when a source has changed since.
 */
import { once } from 'node:events';
import { globSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ContentMistake } from './lines.ts';

/** Programs save a file in several steps. */
const restMs = 50;

const project = path.resolve(import.meta.dirname, '../..');
const root = path.join('src', 'content');

/** Gives `report` what is wrong, now and after each change of a text, until the signal. */
export async function watchContent(
  report: (mistakes: readonly ContentMistake[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const checker = openChecker();
  let due = Promise.withResolvers<void>();
  const watcher = watch(root, { recursive: true }, (_, name) => {
    // Not for what a program puts beside a file while it is being written.
    if (name === null || /\.(?:md|yaml)$/.test(name) || path.extname(name) === '') due.resolve();
  });
  signal.addEventListener('abort', () => due.resolve());
  due.resolve();
  for (;;) {
    await due.promise;
    if (signal.aborted) break;
    await setTimeout(restMs);
    due = Promise.withResolvers();
    if (signal.aborted) break;
    console.log(`\n${new Date().toLocaleTimeString('zh-CN', { hour12: false })}`);
    try {
      report(await checker.check());
    } catch (error) {
      console.error(`这次没有检查完，下次保存时再试：${error instanceof Error ? error.message : error}`);
    }
  }
  watcher.close();
  await checker.close();
}

function openChecker(): { check(): Promise<ContentMistake[]>; close(): Promise<void> } {
  let thread: Worker | undefined;
  let loaded = '';
  async function close(): Promise<void> {
    await thread?.terminate();
    thread = undefined;
  }
  async function check(): Promise<ContentMistake[]> {
    const now = stampOf();
    if (now !== loaded) await close();
    loaded = now;
    thread ??= new Worker(new URL('./check-thread.ts', import.meta.url));
    thread.postMessage(root);
    try {
      const [mistakes] = await once(thread, 'message');
      return mistakes;
    } catch (error) {
      thread = undefined;
      throw error;
    }
  }
  return { check, close };
}

/** Changes with the sources that a thread loads. */
function stampOf(): string {
  const files = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/content/*.ts'], { cwd: project });
  const times = files.map(
    (file) => statSync(path.join(project, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return `${files.length} ${times.reduce((latest, time) => Math.max(latest, time), 0)}`;
}
