import type { BrowserContext, Page } from '@playwright/test';
import { demoPassword } from '#demo/seed/known.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import type { Bench } from './bench.ts';
import { ms, percentile, type Row } from './table.ts';

declare global {
  interface Window {
    /** From the last byte of the HTML until every visible price is rendered, ms; undefined until then. */
    benchPrices?: number;
    /** Duration of each interaction until the next paint, ms, by its id. */
    benchPaints: Map<number, number>;
  }
}

const slowdown = 4;
const bars = { prices: 300, paint: 100 };

/** Runs inside the page, before any script of it. */
function observe(): void {
  window.benchPaints = new Map();
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as (PerformanceEventTiming & {
      interactionId: number;
    })[]) {
      if (interactionId > 0)
        window.benchPaints.set(interactionId, Math.max(duration, window.benchPaints.get(interactionId) ?? 0));
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  function look(): void {
    const all = [...document.querySelectorAll('main article[data-goods]')];
    const cards = all.filter((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    // While one beyond the window is to come, others in it may be.
    const areAll = cards.length < all.length || document.readyState !== 'loading';
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // A visitor's face and a loading one are there until the price or the reason is.
    const isDrawn = (card: Element) =>
      card.querySelector('[data-early]') !== null || !card.querySelector('.when-visitor, [data-waiting]');
    if (page && page.responseEnd > 0 && areAll && cards.length > 0 && cards.every(isDrawn)) {
      // This frame is painted after its callbacks, and before the next message.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.benchPrices = performance.now() - page.responseEnd;
      };
      port2.postMessage(null);
      return;
    }
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Presses and waits until their paints have been noted. */
async function paintsOf(page: Page, press: (at: number) => Promise<void>, times: number): Promise<number[]> {
  const paints: number[] = [];
  for (let at = 0; at < times; at++) {
    await page.evaluate(() => window.benchPaints.clear());
    await press(at);
    // An interaction quicker than the threshold is not reported at all: two frames and a moment later it would be there.
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
        ),
    );
    paints.push(Math.max(16, ...(await page.evaluate(() => [...window.benchPaints.values()]))));
  }
  return paints;
}

function row(what: string, durations: readonly number[], bar: number): Row {
  const p75 = percentile(durations, 0.75);
  return {
    what: `${what}, p75`,
    bar: `≤ ${bar} ms`,
    measured: `${ms(p75)} (median ${ms(percentile(durations, 0.5))}, worst ${ms(Math.max(...durations))}, n ${durations.length})`,
    isMet: p75 <= bar,
    isDirection: true,
  };
}

/** Measures a logged-in buyer's waits on a machine four times slower: prices of /list, and the paint after a press. */
export async function slowBrowser({ origin, browser, isQuick }: Bench): Promise<Row[]> {
  const times = isQuick ? 3 : 20;
  const context = await (await browser()).newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: origin,
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript(observe);
    const form = { username: 'demo', password: demoPassword };
    const answer = await context.request.post('/api/auth/login', { form, headers: { origin } });
    if (!answer.ok()) throw new Error(`demo cannot log in: ${answer.status()}`);
    const page = await slowPage(context);
    const prices: number[] = [];
    // The first visit brings scripts and pictures; a buyer's day is made of the others.
    for (let visit = 0; visit <= times; visit++) {
      await page.goto('/list');
      await page.waitForFunction(() => window.benchPrices !== undefined);
      const took = await page.evaluate(() => window.benchPrices);
      if (visit > 0 && took !== undefined) prices.push(took);
      // A buyer looks at a page before they go on to the next.
      await page.waitForLoadState('networkidle');
    }
    const cards = page.locator('main article[data-goods]');
    const more = cards.getByRole('button', { name: '增加' });
    const add = cards.getByRole('button', { name: /^加入/ });
    const steps = await paintsOf(page, (at) => more.nth(at % 8).click(), times);
    const adds = await paintsOf(page, (at) => add.nth(at % 8).click(), times);
    await emptyCart(context, origin);
    return [
      row(`a buyer's /list at ${slowdown} × CPU slowdown: prices after the HTML`, prices, bars.prices),
      row('a press on the stepper: next paint', steps, bars.paint),
      row('a press on 加入购物车: next paint', adds, bars.paint),
    ];
  } finally {
    await context.close();
  }
}

async function emptyCart(context: BrowserContext, origin: string): Promise<void> {
  const answer = await context.request.get('/api/cart/list');
  const { data } = ((await answer.json()) as { data: CartState }).data;
  if (data.length === 0) return;
  const form = new FormData();
  for (const { id } of data) form.append('ids[]', String(id));
  await context.request.post('/api/cart/batch-delete', { multipart: form, headers: { origin } });
}
