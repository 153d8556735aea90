/** The entry of a build: all that a server process runs is imported from here, so that there is one of everything. */
import { render } from '../http/astro.ts';
import { answerDirectly } from '../http/direct-calls.ts';
import type { App } from '../http/exchange.ts';
import type { Port } from '../http/port.ts';
import { fail } from '../process/fail.ts';
import { runShop } from './shop.ts';

/** Runs the shop on a port; answers the code to exit with. What keeps it from starting is told, and ends the process. */
export function start(port: Port, dist: string): Promise<number> {
  const app: App = async (asked) => (await answerDirectly(asked)) ?? render(asked);
  return runShop(port, dist, app).catch(fail);
}
