/** npm start: the server, supervised. A server that ends by itself is started again. */
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.ts';

process.exit(await supervise(fileURLToPath(new URL('./serve.ts', import.meta.url)), process.argv.slice(2)));
