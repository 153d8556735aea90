/** The entry of a build: a server process imports everything from here, so that every module exists once. */
import { render } from '../http/astro.ts';
import { answerDirectly } from '../http/direct-calls.ts';
import type { App } from '../http/exchange.ts';
import type { Port } from '../http/port.ts';
import { fail } from '../process/fail.ts';
import { runShop } from './shop.ts';

/** Runs the shop on a port; returns the exit code. A start-up fault is printed, and ends the process. */
export function start(port: Port, dist: string): Promise<number> {
  const app: App = async (asked) => (await answerDirectly(asked)) ?? render(asked);
  return runShop(port, dist, app).catch(fail);
}
