/** The server of `npm start`: builds when sources have changed. scripts/start.ts supervises it. */
import { endWithSupervisor } from '#lib/server/core/process/supervised.ts';
import { launch } from '#lib/server/start/launch.ts';
import { ensureBuild } from './build.ts';

endWithSupervisor();
process.exit(await launch(ensureBuild));
