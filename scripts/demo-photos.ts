/**
 * Creates the demo's photographs: packages of some items in studio light, each from several sides. They are committed
 * to the repository, because a machine may lack a font for their names; `node scripts/demo-photos.ts` creates them
 * again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { readCatalogue } from '#demo/seed/catalogue.ts';
import { photographed, photosFolder } from '#demo/seed/photos.ts';
import type { Face } from '#lib/contract/goods/pictures.ts';
import type { Drawn } from '#lib/server/engines/pictures/drawn.ts';
import { drawFace } from '#lib/server/engines/pictures/faces.ts';

const size = 900;

interface View {
  face: Face;
  /** Width of the package in the picture, px. */
  width: number;
  left: number;
  top: number;
  turn: number;
}

/** The front, a close-up of the label, opened, and several of it. */
const views: View[] = [
  { face: 'front', width: 720, left: 90, top: 70, turn: 0 },
  { face: 'front', width: 1180, left: -40, top: -190, turn: -4 },
  { face: 'inside', width: 700, left: 100, top: 90, turn: 0 },
  { face: 'pack', width: 740, left: 80, top: 60, turn: 0 },
];

/** A white backdrop: lit from the upper left, its floor a little darker in front. */
const studio = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><defs><radialGradient id="l" cx=".36" cy=".3" r=".9"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#f7f7f5"/><stop offset="1" stop-color="#e6e7e6"/></radialGradient><linearGradient id="f" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset=".45" stop-color="#dcdedd" stop-opacity=".55"/><stop offset="1" stop-color="#f4f4f2" stop-opacity=".2"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#l)"/><rect y="560" width="100%" height="340" fill="url(#f)"/></svg>`;

/** Light on everything alike: brighter on the left, the corners darker. */
const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><defs><linearGradient id="k" x2="1" y2=".5"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#101820" stop-opacity=".13"/></linearGradient><radialGradient id="v" r=".75"><stop offset=".7" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#141c22" stop-opacity=".1"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#k)"/><rect width="100%" height="100%" fill="url(#v)"/></svg>`;

async function photograph(product: Drawn, view: View): Promise<Buffer> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const art = await sharp(Buffer.from(drawFace(product, view.face)), { density: 300 })
    .resize(view.width, view.width)
    .rotate(view.turn, { background: clear })
    .toBuffer();
  const onPaper = await sharp({ create: { width: 1400, height: 1400, channels: 4, background: clear } })
    .composite([{ input: art, left: 250 + view.left, top: 250 + view.top }])
    .png()
    .toBuffer();
  const thing = await sharp(onPaper).extract({ left: 250, top: 250, width: size, height: size }).toBuffer();
  // Its shadow is its own outline, shifted to the right and blurred.
  const outline = await sharp(thing).extractChannel('alpha').blur(26).linear(0.34, 0).toBuffer();
  const shadow = await sharp({ create: { width: size, height: size, channels: 3, background: '#18242c' } })
    .joinChannel(outline)
    .png()
    .toBuffer();
  const grain = await sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .png()
    .toBuffer();
  const lit = await sharp(Buffer.from(studio))
    .composite([
      {
        input: await sharp(shadow)
          .extract({ left: 0, top: 0, width: size - 34, height: size - 26 })
          .toBuffer(),
        left: 34,
        top: 26,
      },
      { input: thing },
      { input: Buffer.from(light) },
      { input: grain, blend: 'soft-light' },
    ])
    .png()
    .toBuffer();
  return sharp(lit).blur(0.5).webp({ quality: 82 }).toBuffer();
}

mkdirSync(photosFolder, { recursive: true });
const rows = readCatalogue();
for (const [sku, count] of Object.entries(photographed)) {
  const at = rows.findIndex((row) => row.sku === sku);
  const row = rows[at];
  if (row === undefined) throw new Error(`no product ${sku}`);
  for (const [number, view] of views.slice(0, count).entries()) {
    const file = path.join(photosFolder, `${sku}-${number + 1}.webp`);
    writeFileSync(file, await photograph({ ...row, id: at + 1 }, view));
  }
}
