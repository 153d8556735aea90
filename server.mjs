// The server alone, for machines that get a finished build: `node server.mjs`. `npm start` builds first when needed.
import { launch } from './src/lib/server/start/launch.ts';

process.exit(await launch(async () => {}));
