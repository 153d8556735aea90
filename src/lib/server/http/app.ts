import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { env } from '#lib/server/process/env.ts';
import { takeBody } from './body.ts';
import { compressAnswer } from './compress.ts';
import type { Step } from './exchange.ts';
import { keptAssets, shareAssets } from './kept-assets.ts';
import { loginTurns } from './login-turns.ts';
import { pageCache } from './page-cache.ts';
import { staticFiles } from './static-files.ts';

type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: undefined,
  locals: { requestId: string; clientAddress: string },
) => Promise<void>;

/** Astro answers every path, unknown ones with the 404 page. */
function astro(handler: AstroHandler): Step {
  return async ({ req, res, id, address }) => {
    await handler(req, res, undefined, { requestId: id, clientAddress: address });
    return true;
  };
}

/** The built app as steps: files, stored pages, turns of logins, body limit, compression, Astro. */
export async function loadApp(dist: string): Promise<Step[]> {
  const entry = pathToFileURL(path.join(dist, 'server', 'entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: AstroHandler };
  const { ASSETS_DIR: shared } = env();
  if (shared !== undefined) shareAssets(dist, path.resolve(shared), new Date());
  return [
    staticFiles(path.join(dist, 'client')),
    keptAssets(dist, shared && path.resolve(shared)),
    pageCache([
      loginTurns(),
      takeBody(),
      ({ req, res }) => {
        compressAnswer(req, res);
        return false;
      },
      astro(handler),
    ]),
  ];
}
