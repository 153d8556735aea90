/** How much a page has jumped since it was opened. */
import type { Page } from '@playwright/test';
import { expect } from './e2e.ts';

/** The layout shift (CLS) of everything that nobody pressed is at most 0.02; what jumped is said, from where to where. */
export async function expectStill(page: Page, name = new URL(page.url()).pathname): Promise<void> {
  const { sum, jumped } = await shiftOf(page);
  expect.soft(sum, `layout shift of ${name}\n${jumped}`).toBeLessThanOrEqual(0.02);
}

async function shiftOf(page: Page): Promise<{ sum: number; jumped: string }> {
  return page.evaluate(
    () =>
      new Promise<{ sum: number; jumped: string }>((resolve) => {
        let sum = 0;
        const jumped: string[] = [];
        const nameOf = (node: Node | null) =>
          (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 100) ?? 'what is gone';
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!('value' in entry) || !('sources' in entry)) continue;
            if ('hadRecentInput' in entry && entry.hadRecentInput) continue;
            sum += Number(entry.value);
            const sources = entry.sources as {
              node: Node | null;
              previousRect: DOMRect;
              currentRect: DOMRect;
            }[];
            for (const { node, previousRect: from, currentRect: to } of sources)
              jumped.push(
                `${nameOf(node)} at ${from.x} ${from.y} → ${to.x} ${to.y}, ${from.width} × ${from.height} → ${to.width} × ${to.height}`,
              );
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve({ sum, jumped: jumped.join('\n') }), 0));
      }),
  );
}
