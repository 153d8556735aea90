import { fail, runServer } from '#lib/server/run.ts';
import { ensureBuild } from './build.ts';

await runServer(ensureBuild).catch(fail);
