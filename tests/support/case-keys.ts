/** Cases of a desk, worked by keys alone. */
import type { Page } from '@playwright/test';
import { alive } from './alive.ts';
import { expect } from './e2e.ts';

interface Worked {
  /** Address of the list with a search. */
  list: string;
  /** Addresses of its cases in their order. */
  cases: readonly string[];
  /** Presses the keys of the act. */
  act: (nth: number) => Promise<void>;
}

/** Opens the first row of a list, acts on each case, and goes on by Enter. Answers seconds a case of the machine. */
export async function workByKeys(desk: Page, { list, cases, act }: Worked): Promise<number> {
  await desk.goto(list);
  await alive(desk);
  const began = performance.now();
  // The page opens in its first row.
  await desk.keyboard.press('Enter');
  for (const [nth, address] of cases.entries()) {
    await expect(desk).toHaveURL(address);
    await alive(desk);
    await act(nth);
    const isLast = nth === cases.length - 1;
    await expect(desk.getByRole('link', { name: isLast ? '回到列表' : '下一条' })).toBeFocused();
    await desk.keyboard.press('Enter');
  }
  await expect(desk).toHaveURL(list);
  return (performance.now() - began) / 1000 / cases.length;
}
