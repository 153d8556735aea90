// The server alone, for machines that get a finished build: `node server.mjs`. `npm start` builds first when needed.
import { fail, runServer } from './src/lib/server/start/run.ts';

await runServer(async () => {}).catch(fail);
