import { readFileSync } from 'node:fs';
import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test';
import { demoPassword } from '#demo/seed/known.ts';
import { connect } from '#lib/server/db/client.ts';
import { claimBuyer } from './buyers.ts';

export { expect };

export type Database = ReturnType<typeof connect>;

interface Fixtures {
  /** Announces a 4xx or 5xx answer that this test brings about: `expectStatus(404, '/list/info/0')`. */
  expectStatus(status: number, path: string | RegExp): void;
  /** A further visitor with cookies of their own, watched like the first. */
  newVisitor(): Promise<BrowserContext>;
  /**
   * Logs in without the login page and answers the name: `await logIn('pending')`. Without a name it is an approved
   * pharmacy that no other test uses, for tests that fill carts and place orders. Another context may be given.
   */
  logIn(name?: string, context?: BrowserContext): Promise<string>;
  /** The rows of the run, for what no page can bring about: time that has passed. */
  database: Database;
  /** What went wrong so far; a test has no need of it, the end of each test looks at it. */
  troubles: Troubles;
}

interface Troubles {
  found: string[];
  expected: Array<{ status: number; path: string | RegExp }>;
}

function isExpected(troubles: Troubles, status: number, pathname: string): boolean {
  return troubles.expected.some(
    (one) =>
      one.status === status &&
      (typeof one.path === 'string' ? one.path === pathname : one.path.test(pathname)),
  );
}

/** Chromium writes a line for each failed answer; those are judged by their status instead. */
function isTrouble(message: ConsoleMessage): boolean {
  if (message.text().startsWith('Failed to load resource')) return false;
  return message.type() === 'error' || message.text().includes('Content Security Policy');
}

/** A page error, a refusal by the content policy or an answer nobody announced is written down. */
function watch(context: BrowserContext, troubles: Troubles): void {
  context.on('weberror', (trouble) => {
    // What is thrown or rejected with no error has neither stack nor message.
    const { name, message, stack } = trouble.error();
    troubles.found.push(`page error: ${stack || message || name || 'of no kind'} (${trouble.page()?.url()})`);
  });
  context.on('console', (message) => {
    if (isTrouble(message)) troubles.found.push(`console: ${message.text()} (${message.page()?.url()})`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const status = response.status();
    if (status < 400 || isExpected(troubles, status, pathname)) return;
    troubles.found.push(`${status} ${response.request().method()} ${pathname}`);
  });
}

/** The project's `test`: end-to-end tests import it from here, never from Playwright. */
export const test = base.extend<Fixtures>({
  troubles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const troubles: Troubles = { found: [], expected: [] };
      await use(troubles);
      expect(troubles.found, 'what went wrong in the browser').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, troubles }, use) => {
    watch(context, troubles);
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  database: async ({}, use) => {
    const found = connect(readFileSync(process.env.E2E_DATABASE_FILE ?? '', 'utf8'));
    await use(found);
    await found.pool.end();
  },
  expectStatus: async ({ troubles }, use) => {
    await use((status, path) => {
      troubles.expected.push({ status, path });
    });
  },
  newVisitor: async ({ browser, troubles, baseURL }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(baseURL ? { baseURL } : {});
      contexts.push(context);
      watch(context, troubles);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  logIn: async ({ context }, use) => {
    const claims = `${process.env.E2E_DATABASE_FILE}-buyers`;
    await use(async (name = claimBuyer(claims), of = context) => {
      const form = { username: name, password: demoPassword };
      const answer = await of.request.post('/api/auth/login', { form });
      expect(answer.status(), `${name} logs in`).toBe(200);
      return name;
    });
  },
});
