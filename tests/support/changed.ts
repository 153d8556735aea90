/**
 * What has changed since all tests last passed. `tests/passed` names that commit; `npm run test:slow` writes it. Slow
 * tests and pages whose files stand still since then are left out of `npm test`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Holds the commit on which every test has last passed, in one line. */
const passedFile = 'tests/passed';

/** Names the settled answer for the processes of a run; `all`, or a path a line. */
const variable = 'TESTS_CHANGED';

function git(...args: string[]): string[] {
  const text = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return text.split('\n').filter((line) => line !== '');
}

function readChanged(): string {
  if (process.env.TESTS_ALL === '1' || !existsSync(passedFile)) return 'all';
  try {
    const commit = readFileSync(passedFile, 'utf8').trim();
    const changed = [
      ...git('diff', '--name-only', commit, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
    // Other packages may change anything.
    return changed.includes('package-lock.json') ? 'all' : changed.join('\n');
  } catch {
    // No history, or another one: nothing is known.
    return 'all';
  }
}

/** Paths from the project's folder; null where they are not known, which means all. */
export function changedFiles(): readonly string[] | null {
  process.env[variable] ??= readChanged();
  const text = process.env[variable];
  return text === 'all' ? null : text.split('\n').filter((line) => line !== '');
}

/** Whether a file in one of the folders has changed, or whether that is unknown. */
export function isChanged(folders: readonly string[]): boolean {
  const changed = changedFiles();
  return changed === null || changed.some((file) => folders.some((folder) => file.startsWith(folder)));
}

/** Writes down that every test has passed on the commit that is checked out; says so where files are not committed. */
export function recordPassed(): void {
  if (git('status', '--porcelain').length > 0) {
    console.log(`${passedFile} stays as it is: some files are not committed`);
    return;
  }
  writeFileSync(passedFile, `${git('rev-parse', 'HEAD')[0]}\n`);
  console.log(`${passedFile} names this commit now: commit it`);
}
