/** Photographs of some of the demo's goods: which there are, their names in the store, and laying them there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFile } from '#lib/server/core/process/source-file.ts';
import { hasFilm, putFilm } from '#lib/server/ports/files/films.ts';
import { pictureName, storePicture } from '#lib/server/ports/files/own-store.ts';

const folder = path.join(path.dirname(sourceFile('#demo/seed/photos.ts')), 'data', 'video');

/** Puts the demo's films into the store of files. A film of the same name, here or there, stays. */
export async function layFilms(): Promise<void> {
  for (const name of readdirSync(folder))
    if (!(await hasFilm(name))) await putFilm(path.join(folder, name), new Date());
}

export const photosFolder = path.join(path.dirname(sourceFile('#demo/seed/photos.ts')), 'data', 'pictures');

/** Number of photographs by sku; `scripts/demo-photos.ts` makes them. A prescription drug is among them. */
export const photographed: Record<string, number> = {
  A0303: 3,
  A0857: 4,
  A0928: 3,
  A1501: 3,
  A1596: 4,
  A1659: 3,
  A0168: 3,
};

function photosOf(sku: string): Buffer[] {
  return Array.from({ length: photographed[sku] ?? 0 }, (_, at) =>
    readFileSync(path.join(photosFolder, `${sku}-${at + 1}.webp`)),
  );
}

/** Names of a product's photographs in the store; none where there are none. */
export function photoNames(sku: string): string[] {
  return photosOf(sku).map(pictureName);
}

/** Copies the demo's photographs into the picture store, as an import would. Existing ones stay. */
export async function layPhotos(): Promise<void> {
  for (const sku of Object.keys(photographed))
    for (const bytes of photosOf(sku)) await storePicture(pictureName(bytes), bytes);
}
