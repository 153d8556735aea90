/** Sums up the reports of the test runners. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Sum {
  passed: number;
  failed: number;
  /** Duration of each file, ms. */
  files: { name: string; ms: number }[];
  /** The failed ones, each with the first line of its reason: repeated at the end, where no scrolling is needed. */
  failures: string[];
}

export /** A runner that fails without a failed test (a file that cannot be loaded, no server) counts as one failure. */
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
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
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

function listTimes({ suites = [], specs }: PlaywrightSuite): Sum['files'] {
  const own = specs.map(({ file, tests }) => ({
    name: `tests/e2e/${file}`,
    ms: tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0),
  }));
  return [...suites.flatMap(listTimes), ...own];
}

function sumByFile(times: Sum['files']): Sum['files'] {
  const sums = new Map<string, number>();
  for (const { name, ms } of times) sums.set(name, (sums.get(name) ?? 0) + ms);
  return [...sums].map(([name, ms]) => ({ name, ms }));
}

/** The sum of Vitest's JSON report. */
export function readVitest(report: string): Sum {
  const found = readReport<VitestReport>(report);
  const failures = (found.testResults ?? []).flatMap((file) => {
    const name = path.relative('.', file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no failed tests.
    if (failed.length === 0 && file.status === 'failed') return [failure(name, '', file.message)];
    return failed.map((test) => failure(name, test.fullName, test.failureMessages[0]));
  });
  return {
    passed: found.numPassedTests ?? 0,
    failed: found.numFailedTests ?? 0,
    files: (found.testResults ?? []).map(({ name, startTime, endTime }) => ({
      name: path.relative('.', name),
      ms: endTime - startTime,
    })),
    failures,
  };
}

/** The sum of Playwright's JSON report. */
export function readPlaywright(report: string): Sum {
  const { stats, suites = [] } = readReport<PlaywrightReport>(report);
  return {
    passed: stats?.expected ?? 0,
    // Also with retries: a test that needed one has not passed.
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    files: sumByFile(suites.flatMap(listTimes)),
    failures: suites.flatMap(listFailures),
  };
}
