import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sourceFile } from '#lib/server/core/process/source-file.ts';
import { hasFilm, putFilm } from '#lib/server/ports/files/films.ts';

const folder = path.join(path.dirname(sourceFile('#demo/seed/films.ts')), 'data', 'video');

/** Puts the demo's films into the store of files. A film of the same name, here or there, stays. */
export async function layFilms(): Promise<void> {
  for (const name of readdirSync(folder))
    if (!(await hasFilm(name))) await putFilm(path.join(folder, name), new Date());
}
