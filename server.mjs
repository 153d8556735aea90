// The server alone, for machines that get a finished build: `node server.mjs`. `npm start` builds first when needed.
import { existsSync, readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

// Before any of the sources is read: what they become without their types is kept with the build's modules (launch.ts).
if (existsSync('dist/current'))
  enableCompileCache(`dist/${readFileSync('dist/current', 'utf8').trim()}/compiled`);
const { launch } = await import('./src/lib/server/start/launch.ts');

process.exit(await launch(async () => {}));
