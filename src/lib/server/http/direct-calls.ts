/**
 * Calls without Astro: most need neither its Request nor its Response, which cost more than many calls. Loads in a
 * build only, which contains the routes.
 */
import type { APIRoute } from 'astro';
import { directly } from '#lib/server/calls/endpoint.ts';
import { PlainHeaders } from '#lib/server/requests/asked-call.ts';
import { staffReader } from '#lib/server/sessions/desk-session.ts';
import { accountReader, endReader } from '#lib/server/sessions/session.ts';
import type { Answer } from './answer.ts';
import type { Asked } from './exchange.ts';

type Module = Record<string, APIRoute | undefined>;

interface Route {
  /** The parts of its path; null matches any. */
  parts: (string | null)[];
  /** The names of the parameters, in their order. */
  names: string[];
  load: () => Promise<Module>;
  module?: Module;
}

const files = import.meta.glob<Module>('../../../pages/api/**/*.ts');

/** Routes with a constant path, by path; and the others. */
const fixed = new Map<string, Route>();
const open: Route[] = [];

for (const [file, load] of Object.entries(files)) {
  const path = file.replace(/^.*\/pages(?=\/api\/)/, '').replace(/(?:\/index)?\.ts$/, '');
  // Parameters that span several parts are left to Astro.
  if (path.includes('[...')) continue;
  const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name);
  const parts = path.split('/').map((part) => (part.startsWith('[') ? null : part));
  const route = { parts, names, load };
  if (names.length === 0) fixed.set(path, route);
  else open.push(route);
}

function fits({ parts }: Route, asked: readonly string[]): boolean {
  return (
    parts.length === asked.length &&
    parts.every((part, at) => (part === null ? asked[at] !== '' : part === asked[at]))
  );
}

/** The route of a path; undefined where there is none, or where Astro would have to choose. */
function findRoute(path: string): { route: Route; params: Record<string, string> } | undefined {
  const known = fixed.get(path);
  if (known !== undefined) return { route: known, params: {} };
  const asked = path.split('/');
  const [route, other] = open.filter((one) => fits(one, asked));
  if (route === undefined || other !== undefined) return undefined;
  const values = asked.filter((_, at) => route.parts[at] === null);
  return { route, params: Object.fromEntries(route.names.map((name, at) => [name, values[at] ?? ''])) };
}

const utf8 = new TextDecoder();

async function textOf(body: Asked['body']): Promise<string> {
  if (body === undefined) return '';
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return utf8.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
}

/** The response of a call; undefined for what Astro answers: pages, streams, forms with files, other addresses. */
export async function answerDirectly(asked: Asked): Promise<Answer | undefined> {
  const { method, url, isCall, address, id: requestId } = asked;
  if (!isCall || asked.headers['content-type']?.startsWith('multipart/')) return undefined;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  // Encoded parts are decoded in one place only.
  if (path.includes('%')) return undefined;
  const found = findRoute(path);
  if (found === undefined) return undefined;
  found.route.module ??= await found.route.load();
  const route = found.route.module[method];
  const answer = route && directly(route);
  if (answer === undefined) return undefined;
  const headers = new PlainHeaders(asked.headers, address);
  return answer({
    request: { method, headers, body: null, text: () => textOf(asked.body) },
    url: { search: end === -1 ? '' : url.slice(end) },
    params: found.params,
    locals: {
      requestId,
      clientAddress: address,
      account: accountReader({ headers, method }),
      staff: staffReader(headers),
      whyOut: endReader(headers),
      expectBody: (expected) => asked.body?.expect?.(expected),
    },
  });
}
