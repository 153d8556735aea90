/** The thread of `npm run content -- --watch` that checks: each message is a folder, the answer what is wrong in it. */
import { parentPort } from 'node:worker_threads';
import { checkContent } from './check.ts';

parentPort?.on('message', (root: string) => parentPort?.postMessage(checkContent(root)));
