/**
 * Scripts and styles of other builds. While two versions run side by side, a page of one requests its files from the
 * other, and a page opened before an upgrade requests them long after it. Names carry a content hash, so a file with
 * that name is the right file.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import sirv from 'sirv';
import type { Outcome, Step } from './exchange.ts';
import { serveFile, setFileHeaders } from './static-files.ts';

const folderName = '_astro';
const safe = /^\/_astro\/[\w.-]+$/;
/** No page stays open longer than this. */
const savedMs = 30 * 24 * 60 * 60_000;

/** The other builds' folders, and the folder shared by processes on several machines. */
function foldersBeside(dist: string, shared: string | undefined): string[] {
  const parent = path.dirname(dist);
  const builds = readdirSync(parent)
    .map((name) => path.join(parent, name, 'client'))
    .filter((folder) => folder !== path.join(dist, 'client') && existsSync(path.join(folder, folderName)));
  return shared === undefined ? builds : [...builds, shared];
}

/**
 * Serves files that our own build does not have from these folders. Folders come and go, so each is checked at every
 * request.
 */
export function keptAssets(dist: string, shared?: string): Step {
  const servers = new Map<string, ReturnType<typeof sirv>>();
  function serverOf(folder: string): ReturnType<typeof sirv> {
    const known = servers.get(folder);
    if (known) return known;
    const made = sirv(folder, {
      dev: true,
      brotli: true,
      gzip: true,
      etag: true,
      setHeaders: setFileHeaders,
    });
    servers.set(folder, made);
    return made;
  }
  return (exchange) => {
    const { method, path: asked = '' } = exchange;
    if ((method !== 'GET' && method !== 'HEAD') || !safe.test(asked)) return undefined;
    let outcome: Outcome;
    for (const folder of foldersBeside(dist, shared)) outcome ??= serveFile(serverOf(folder), exchange);
    return outcome;
  };
}

/** Copies our build's files into the shared folder, and removes files that no build has brought for thirty days. */
export function shareAssets(dist: string, shared: string, now: Date): void {
  const target = path.join(shared, folderName);
  mkdirSync(target, { recursive: true });
  const own = path.join(dist, 'client', folderName);
  for (const name of existsSync(own) ? readdirSync(own) : []) {
    const file = path.join(target, name);
    if (!existsSync(file)) {
      // Renamed when complete: another process may serve it at any moment.
      const draft = `${file}.${process.pid}.half`;
      cpSync(path.join(own, name), draft);
      renameSync(draft, file);
    }
    utimesSync(file, now, now);
  }
  for (const name of readdirSync(target)) {
    const file = path.join(target, name);
    if (now.getTime() - statSync(file).mtimeMs > savedMs) rmSync(file, { force: true });
  }
}
