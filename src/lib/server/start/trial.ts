import { demoTrial } from '#demo/trial.ts';
import { env } from '../core/process/env.ts';
import { registerTrial } from '../core/process/trial.ts';

/** Makes a shop for trying out of a demo: accounts on its login page, invented parcels. A real shop stays as it is. */
export function offerTrial(): void {
  if (env().DEMO) registerTrial(demoTrial);
}
