/** The server of `npm start`: builds when sources have changed. scripts/start.ts supervises it. */
import { endWithSupervisor } from '#lib/server/process/supervised.ts';
import { fail, runServer } from '#lib/server/start/run.ts';
import { ensureBuild } from './build.ts';

endWithSupervisor();
await runServer(ensureBuild).catch(fail);
