import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/*
 * npm test: unit and server tests, then the browser's. Its last line is the sum, `N passed, N failed`.
 * `node scripts/test.ts e2e` runs the browser's alone, `vitest` the others; further words go to the runner.
 */

interface Sum {
  passed: number;
  failed: number;
  /** The failed ones, each with the first line of why: they stand again at the end, where nobody has to scroll. */
  failures: string[];
}

const namesKept = 30;

/** The runner that is at work. */
let running: ChildProcess | undefined;
/** Set by a signal: what runs ends with its servers and databases, nothing further begins. */
let isStopped = false;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    const isFirst = !isStopped;
    isStopped = true;
    // A terminal sends Ctrl-C to the runner as well. Playwright takes a second SIGINT for impatience, and SIGTERM for its end.
    if (isFirst && !(signal === 'SIGINT' && process.stdin.isTTY)) running?.kill('SIGINT');
  });

function run(file: string, args: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [path.join('node_modules', file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  running = child;
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** A runner that fails without a failed test (a file that cannot be loaded, no server) counts as one failure. */
function settle(sum: Sum, code: number, runner: string): Sum {
  if (code === 0 || sum.failed > 0) return sum;
  const failures = [
    ...sum.failures,
    `${runner} ended with ${code} and no failed test: see what it said above`,
  ];
  return { ...sum, failed: 1, failures };
}

function readReport<T>(file: string): Partial<T> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

function failure(file: string, name: string, message = ''): string {
  return `${file} › ${name}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`;
}

function listFailures({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => failure(file, title, test.results.find(({ error }) => error)?.error?.message)),
  );
  return [...suites.flatMap(listFailures), ...own];
}

async function vitest(folder: string, args: string[]): Promise<Sum> {
  const report = path.join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], {});
  const found = readReport<VitestReport>(report);
  const failures = (found.testResults ?? []).flatMap((file) => {
    const name = path.relative('.', file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests to fail.
    if (failed.length === 0 && file.status === 'failed') return [failure(name, '', file.message)];
    return failed.map((test) => failure(name, test.fullName, test.failureMessages[0]));
  });
  return settle(
    { passed: found.numPassedTests ?? 0, failed: found.numFailedTests ?? 0, failures },
    code,
    'vitest',
  );
}

async function playwright(folder: string, args: string[]): Promise<Sum> {
  const report = path.join(folder, 'playwright.json');
  const options = ['test', '--reporter=list,json', '--pass-with-no-tests', ...args];
  const code = await run('@playwright/test/cli.js', options, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { stats, suites = [] } = readReport<PlaywrightReport>(report);
  return settle(
    {
      passed: stats?.expected ?? 0,
      // Also where somebody asked for second tries: what needed one has not passed.
      failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
      failures: suites.flatMap(listFailures),
    },
    code,
    'playwright',
  );
}

const RUNNERS = { vitest, e2e: playwright };

async function main(): Promise<number> {
  const [which, ...rest] = process.argv.slice(2);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-test-'));
  const only = which === 'vitest' || which === 'e2e' ? [RUNNERS[which]] : Object.values(RUNNERS);
  const sums: Sum[] = [];
  try {
    // The second also when the first failed: one run tells everything.
    for (const runner of only) if (!isStopped) sums.push(await runner(folder, rest));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const failed = sums.reduce((all, sum) => all + sum.failed, 0);
  for (const line of sums.flatMap((sum) => sum.failures).slice(0, namesKept)) console.log(`failed: ${line}`);
  console.log(`\n${sums.reduce((all, sum) => all + sum.passed, 0)} passed, ${failed} failed`);
  return failed === 0 && !isStopped ? 0 : 1;
}

process.exitCode = await main();
