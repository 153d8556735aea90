import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '#lib/server/process/error-code.ts';
import { sourceFile } from '../../process/source-file.ts';
import { filmFolder } from '../../services/goods/films.ts';

const folder = path.join(path.dirname(sourceFile('#lib/server/db/seed/films.ts')), 'data', 'video');

/** Lays the demo's films where films are looked for. What lies there already stays. */
export function layFilms(): void {
  const target = filmFolder();
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(folder)) {
    try {
      copyFileSync(path.join(folder, name), path.join(target, name), constants.COPYFILE_EXCL);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
