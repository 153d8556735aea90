import path from 'node:path';
import { env } from '#lib/server/core/process/env.ts';
import { takeBody } from './body.ts';
import { compressed } from './compress.ts';
import type { App, Step } from './exchange.ts';
import { keptAssets, shareAssets } from './kept-assets.ts';
import { loginTurns } from './login-turns.ts';
import { pageCache } from './page-cache.ts';
import { answerOf } from './response.ts';
import { withPolicy } from './security-headers.ts';
import { staticFiles } from './static-files.ts';

/**
 * The app of a build folder as steps: files, limited bodies, queued logins, and the page store in front of the
 * renderer.
 */
export function openApp(dist: string, render: App): Step[] {
  const { ASSETS_DIR: shared } = env();
  if (shared !== undefined) shareAssets(dist, path.resolve(shared), new Date());
  const pages = pageCache(async (asked) => {
    const made = await render(asked);
    return compressed(asked, withPolicy(made instanceof Response ? await answerOf(made) : made));
  });
  return [
    staticFiles(path.join(dist, 'client')),
    keptAssets(dist, shared && path.resolve(shared)),
    takeBody(loginTurns(pages)),
  ];
}
