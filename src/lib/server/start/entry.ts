/** The entry of a build: a server process imports everything from here, so that every module exists once. */

import { fail } from '../core/process/fail.ts';
import { render } from '../web/astro.ts';
import { answerDirectly } from '../web/direct-calls.ts';
import type { App } from '../web/exchange.ts';
import type { Port } from '../web/port.ts';
import { runShop } from './shop.ts';

/** Runs the shop on a port; returns the exit code. A start-up fault is printed, and ends the process. */
export function start(port: Port, dist: string): Promise<number> {
  const app: App = async (asked) => (await answerDirectly(asked)) ?? render(asked);
  return runShop(port, dist, app).catch(fail);
}
