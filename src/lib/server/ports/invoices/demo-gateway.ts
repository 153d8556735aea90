/** The addresses of the demo's counterpart (demo only): its services, and the files that its answers name. */
import type { APIRoute } from 'astro';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { readRaw } from '../../core/body.ts';
import { env } from '../../core/process/env.ts';
import { log } from '../../core/process/log.ts';
import { demoNumber, findDemoEntry } from './demo-books.ts';
import { answerDemo } from './demo-desk.ts';
import { demoFileTypes, makeDemoFile } from './demo-files.ts';

const headers = { 'cache-control': 'no-store' };
const empty = (status: number) => new Response(null, { status, headers });

/** Answers in 诺诺's words; 502 where the answer gets lost. */
export function demoServices(): APIRoute {
  return async ({ request, url }) => {
    if (!env().DEMO) return empty(404);
    try {
      const body = Buffer.from(await readRaw(request)).toString();
      const said = await answerDemo({ query: url.searchParams, headers: request.headers, body });
      return Response.json(said, { headers });
    } catch (error) {
      log().warn({ err: error }, 'the invoice counterpart of the demo did not answer');
      return empty(502);
    }
  };
}

/** A file of an issued invoice; 404 for a serial that is not in the books. Serials cannot be guessed. */
export function demoFiles(): APIRoute {
  return async ({ url }) => {
    const [serial, kind] = [url.searchParams.get('serial') ?? '', url.searchParams.get('kind') ?? ''];
    const found = env().DEMO && isKeyOf(demoFileTypes, kind) ? await findDemoEntry(serial) : null;
    if (found === null || !isKeyOf(demoFileTypes, kind)) return empty(404);
    const bytes = await makeDemoFile(demoNumber(serial), found, kind);
    return new Response(Buffer.from(bytes), {
      headers: {
        ...headers,
        'content-type': demoFileTypes[kind],
        'content-disposition': `attachment; filename="${serial}.${kind}"`,
      },
    });
  };
}
