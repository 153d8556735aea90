import { expect, test } from 'vitest';
import { readCatalogue } from '#demo/seed/catalogue.ts';
import { AppError } from '#lib/contract/errors.ts';
import { faces, picturePath, picturePaths } from '#lib/contract/goods/pictures.ts';
import { drawBanner } from '#lib/server/engines/pictures/banner.ts';
import { packageOf } from '#lib/server/engines/pictures/drawn.ts';
import { drawFace } from '#lib/server/engines/pictures/faces.ts';
import { pictureResponse } from '#lib/server/engines/pictures/picture.ts';
import {
  adPicture,
  cachePicture,
  merchantPicture,
  productPicture,
} from '#lib/server/engines/pictures/pictures.ts';
import { fit, widthOf } from '#lib/server/engines/pictures/text.ts';
import { testDatabase } from '#tests/support/database.ts';

const { db } = await testDatabase();

const product = { ...readCatalogue()[0]!, id: 1 };

test('every product has four faces, the same every time, without style attributes', () => {
  for (const [at, row] of readCatalogue().entries()) {
    if (at % 7 !== 0) continue;
    for (const face of faces) {
      const svg = drawFace({ ...row, id: at + 1 }, face);
      expect(svg).toBe(drawFace({ ...row, id: at + 1 }, face));
      expect(svg).not.toMatch(/\sstyle=|<script|<style|NaN|undefined|javascript:/);
      expect(svg).not.toMatch(/¥|￥/);
      expect(svg.length).toBeLessThan(24_000);
    }
  }
});

test('text of a product is escaped', () => {
  const svg = drawFace({ ...product, name: '<script>alert(1)</script>&"\u0000', maker: "a'b<c" }, 'front');
  expect(svg).not.toContain('<script');
  expect(svg).not.toContain('\u0000');
  expect(svg).toContain('&lt;');
});

test.each([
  ['阿莫西林胶囊', 1],
  ['注射用重组人粒细胞巨噬细胞刺激因子人血白蛋白融合蛋白', 3],
  ['X', 1],
  ['', 3],
])('%s fits its place', (text, lines) => {
  const fitted = fit(text, 200, 34, 10, 3);
  expect(fitted.lines.length).toBeLessThanOrEqual(lines);
  for (const line of fitted.lines) expect(widthOf(line) * fitted.size).toBeLessThanOrEqual(200.5);
});

test('what no size can hold is cut with an ellipsis', () => {
  const { lines } = fit('长'.repeat(500), 100, 20, 10, 2);
  expect(lines).toHaveLength(2);
  expect(lines.at(-1)).toMatch(/…$/);
});

test('a prescription drug shows no leaflet', () => {
  expect(drawFace(product, 'facts')).not.toContain(product.indications.slice(0, 6));
});

test('addresses name face and version', () => {
  expect(picturePath(7)).toMatch(/^\/img\/p\/7-front\.svg\?v=\d+$/);
  expect(picturePaths(7)).toHaveLength(4);
});

test.each([
  ['0', 'front'],
  ['-1', 'front'],
  ['1e3', 'front'],
  ['1', 'nothing'],
  ['99999999', 'front'],
  ['1;drop', 'front'],
  [undefined, undefined],
])('no picture for %s-%s', async (id, face) => {
  expect(await productPicture(db, id, face)).toBeNull();
});

test('an answer can be kept: for good with its version, else asked again by its tag', async () => {
  const picture = await productPicture(db, '1', 'front');
  const at = `http://localhost${picturePath(1)}`;
  const first = pictureResponse(picture, new Request(at));
  expect(first.headers.get('cache-control')).toContain('immutable');
  expect(first.headers.get('content-type')).toContain('image/svg+xml');
  const again = pictureResponse(picture, new Request(at, { headers: { 'if-none-match': picture!.etag } }));
  expect(again.status).toBe(304);
  const plain = pictureResponse(picture, new Request('http://localhost/img/p/1-front.svg'));
  expect(plain.headers.get('cache-control')).not.toContain('immutable');
  expect(pictureResponse(null, new Request(at)).status).toBe(404);
});

test('logos and ads are drawn; a public ad names no drug', async () => {
  expect((await merchantPicture(db, '1'))?.body).toContain('衡川');
  expect(await merchantPicture(db, '99')).toBeNull();
  const ad = await adPicture(db, '5');
  expect(ad?.body).toContain('viewBox="0 0 1200 400"');
  expect(ad?.body).not.toContain('胰岛素注射液');
  expect(await adPicture(db, '999')).toBeNull();
});

test('neighbouring banners differ in their colour, in what lies over it, and in how their packages stand', () => {
  const products = readCatalogue()
    .slice(0, 3)
    .map((row, at) => ({ ...row, id: at + 1 }));
  // One title and the same goods: whatever differs comes of the place alone.
  const parts = Array.from({ length: 12 }, (_, at) => {
    const svg = drawBanner(at + 1, 'index', '同一个标题', products);
    const [, ground] = /stop-color="([^"]+)"/.exec(svg) ?? [];
    const [, motif] = /fill="url\(#ground\)"\/>(.*?)<path [^>]*opacity="\.12"\/>/.exec(svg) ?? [];
    const places = svg.match(/translate\([^)]*\) scale\([^)]*\)/g)?.join();
    return [ground, motif, places];
  });
  for (const [at, own] of parts.entries())
    for (const [what, part] of own.entries()) {
      expect(part, `part ${what} of banner ${at + 1}`).toBeTruthy();
      expect(part, `part ${what} of banner ${at + 1}`).not.toBe(parts[at + 1]?.[what]);
    }
});

test('masks come in the package of their unit: a box, or a bag', () => {
  const masks = readCatalogue().filter(({ name }) => name.includes('口罩'));
  expect(masks.map(({ unit }) => unit)).toContain('盒');
  for (const [at, row] of masks.entries())
    expect(packageOf({ ...row, id: at + 1 }), `${row.name} ${row.spec}`).toBe(
      row.unit === '袋' ? 'pouch' : 'box',
    );
});

test('a share that is used up refuses who began a drawing, and nobody who waits for it', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const first = cachePicture('shared', undefined, () => promise);
  const second = cachePicture('shared', undefined, async () => '<svg/>');
  reject(new AppError(429));
  await expect(first).rejects.toMatchObject({ code: 429 });
  expect(await second).toMatchObject({ body: '<svg/>' });
});
