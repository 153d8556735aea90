/** What happens to machines. */
import type { Play } from '../game.ts';

/** The others of the batch have begun by then. */
function amidst(n: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, n % 60));
}

export const kill: Play = async ({ shop }, { n, via }) => {
  await amidst(n);
  await shop.kill(via);
  return `process ${via}`;
};

export const cut: Play = async ({ shop }, { n }) => {
  await amidst(n);
  return `${await shop.cut()} connections`;
};
