/** The goods' own pictures: how an import takes them, what it refuses, who may see them, and how they are swept. */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { APIContext } from 'astro';
import { eq } from 'drizzle-orm';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { LoginName } from '#demo/seed/known.ts';
import { layPhotos, photoNames } from '#demo/seed/photos.ts';
import { ownPicturePath } from '#lib/contract/goods/pictures.ts';
import type { Context } from '#lib/server/core/context.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { accountReader } from '#lib/server/core/sessions/session.ts';
import { goods, product } from '#lib/server/db/schema.ts';
import { importCatalogue } from '#lib/server/engines/import/import.ts';
import { openPictureFiles } from '#lib/server/engines/import/picture-files.ts';
import { getGoods } from '#lib/server/goods/detail.ts';
import { listOffers } from '#lib/server/offers/offers.ts';
import { removePicture, storePicture } from '#lib/server/ports/files/own-store.ts';
import { openFiles } from '#lib/server/ports/files/store.ts';
import { byStaff } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers } from '#tests/support/orders.ts';
import { loginAs } from '#tests/support/request.ts';
import { GET } from '../../src/pages/img/g/[file].ts';

const { db } = await testDatabase();
const [buyer] = await makeBuyers(db, 1);
const asBuyer = contextOf(db, buyer!);
const asVisitor: Context<'all'> = { ...asBuyer, actor: { kind: 'visitor', account: null } };
const now = new Date();
const data = mkdtempSync(path.join(os.tmpdir(), 'yaopi-'));
completeEnv({ DATA_DIR: data, FILES_TO: path.join(data, 'files') });
const folder = mkdtempSync(path.join(os.tmpdir(), 'pictures '));
mkdirSync(path.join(folder, '盒'));

/** A picture of its own colour, upright by its metadata only, with a place in it. */
function photo(
  color: string,
  { width = 600, height = 400, format = 'jpeg' as 'jpeg' | 'png' | 'webp' } = {},
) {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' }, IFD3: { GPSLatitude: '30/1 30/1 0/1' } })
    .toBuffer();
}

const red = await photo('#c00');
writeFileSync(path.join(folder, 'a.jpg'), red);
writeFileSync(path.join(folder, '盒', '正面.PNG'), await photo('#0c0', { format: 'png' }));
writeFileSync(path.join(folder, 'c.webp'), await photo('#00c', { format: 'webp' }));

const heads =
  'sku,kind,category1,category2,name,brand,maker,spec,form,origin,size,approval_no,national_code,unit,mid_pack,case_pack,otc,scope,storage,shelf_life_months,indications,base_price,market_price,stock,lot_no,produced_on,expires_on,图片';

function row(sku: string, otc: string, pictures: string): string {
  return `${sku},化学药,抗感染,新的分类,试验${sku}片,,重庆试验制药有限公司,0.1g*10片,片剂,重庆,,国药准字H9${sku.slice(1)},,盒,10,100,${otc},化学药制剂,常温,24,,12.5,20.00,500,L1,2026-10-01,2028-10-01,"${pictures}"`;
}

let files = 0;

async function take(rows: string[], { place = folder as string | null, at = now } = {}) {
  const file = path.join(data, `rows-${files++}.csv`);
  writeFileSync(file, [heads, ...rows].join('\n'));
  const pictures = place === null ? null : await openPictureFiles(place);
  try {
    return await importCatalogue(byStaff(db, at), file, { pictures });
  } finally {
    pictures?.close();
  }
}

async function picturesOf(sku: string): Promise<string[]> {
  const [found] = await db.select({ pictures: product.pictures }).from(product).where(eq(product.sku, sku));
  return found?.pictures ?? [];
}

async function goodsOf(sku: string): Promise<number> {
  const [found] = await db
    .select({ id: goods.id })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .where(eq(product.sku, sku));
  return found!.id;
}

async function ask(url: string, name?: LoginName, headers: Record<string, string> = {}) {
  if (name !== undefined) headers.cookie = await loginAs(name);
  const request = new Request(`http://shop.test${url}`, { headers });
  const locals = { requestId: 'test', clientAddress: '127.0.0.1', account: accountReader(request) };
  const file = decodeURIComponent(url.split('/').at(-1) ?? '');
  return (await GET({ params: { file }, request, locals } as unknown as APIContext)) as Response;
}

function storedFiles(): string[] {
  return globSync('files/picture-*/*', { cwd: data });
}

describe('an import', () => {
  it('makes squares in three sizes and two formats, upright and without metadata', async () => {
    const { summary, withoutPictures } = await take([row('P00001', '乙类OTC', 'a.jpg；盒/正面.png; C.WEBP')]);
    expect([summary.新增, summary.拒绝, withoutPictures]).toEqual([1, 0, 0]);
    const names = await picturesOf('P00001');
    expect(names).toHaveLength(3);
    expect(storedFiles()).toHaveLength(18);
    for (const [width, format] of [
      [160, 'webp'],
      [400, 'avif'],
      [800, 'webp'],
    ] as const) {
      const file = readFileSync(path.join(data, 'files', `picture-${names[0]}`, `${width}.${format}`));
      const { exif, icc, xmp, ...head } = await sharp(file).metadata();
      expect([head.width, head.height, exif, xmp]).toEqual([width, width, undefined, undefined]);
      expect(file.includes('SECRET-PLACE')).toBe(false);
    }
    // A wide picture that is turned is a high one: white left and right, the colour from head to foot.
    const wide = path.join(data, 'files', `picture-${names[0]}`, '400.webp');
    const { data: points } = await sharp(wide).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...points.subarray((y * 400 + x) * 3, (y * 400 + x) * 3 + 3)];
    expect(at(5, 200).every((value) => value > 245)).toBe(true);
    expect(at(200, 5)[0]).toBeGreaterThan(150);
    expect(at(200, 5)[1]).toBeLessThan(60);
  });

  it('changes nothing the second time, and another order is a change', async () => {
    const before = storedFiles();
    const again = await take([row('P00001', '乙类OTC', 'a.jpg；盒/正面.png; C.WEBP')]);
    expect(again.summary).toMatchObject({ 无变化: 1 });
    const names = await picturesOf('P00001');
    const turned = await take([row('P00001', '乙类OTC', 'c.webp,a.jpg,正面.png,a.jpg')]);
    expect(turned.summary).toMatchObject({ 更新: 1 });
    expect(await picturesOf('P00001')).toEqual([names[2], names[0], names[1]]);
    expect(storedFiles()).toEqual(before);
    // A file that says nothing of pictures leaves them.
    await take([row('P00001', '乙类OTC', '')], { place: null });
    expect(await picturesOf('P00001')).toHaveLength(3);
  });

  it('finds them in a ZIP, with names as Windows writes them', async () => {
    const zip = path.join(data, 'p.zip');
    const packed = zipSync({
      'xx/qZ~q.jpg': new Uint8Array(red),
      'big.jpg': new Uint8Array(11 * 1024 * 1024),
    });
    // 图片 in GBK, without the flag of UTF-8.
    const gbk = Buffer.from([0xcd, 0xbc, 0xc6, 0xac]);
    const bytes = Buffer.from(packed);
    for (let at = bytes.indexOf('qZ~q'); at >= 0; at = bytes.indexOf('qZ~q', at + 4)) gbk.copy(bytes, at);
    writeFileSync(zip, bytes);
    const { withoutPictures, results } = await take(
      [row('P00002', '乙类OTC', '图片.jpg'), row('P00003', '乙类OTC', 'big.jpg')],
      { place: zip },
    );
    expect(results[0]!.reasons).toEqual([]);
    expect([await picturesOf('P00002'), withoutPictures]).toEqual([[(await picturesOf('P00001'))[1]], 1]);
    expect(results[1]!.reasons.join()).toContain('图片未更新：“big.jpg”超过 10 MB');
  });
});

describe('a picture that cannot be used', () => {
  const bomb = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQCAIAAABQ', 'base64');
  it.each([
    ['nowhere.jpg', null, '没有找到'],
    ['empty.jpg', Buffer.alloc(0), '是空文件'],
    ['../rows-0.csv', null, '没有找到'],
    ['text.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '不是 JPG、PNG 或 WebP 图片'],
    ['gif.jpg', Buffer.from('GIF89a\x01\x00\x01\x00'), '不是 JPG、PNG 或 WebP 图片'],
    ['cut.jpg', red.subarray(0, red.length / 2), '已损坏，无法读取'],
    ['head.png', bomb, '已损坏，无法读取'],
    [
      'zip.jpg',
      Buffer.concat([red, Buffer.from(zipSync({ 'a.html': new Uint8Array(9) }))]),
      '里夹带了别的文件',
    ],
    ['page.jpg', Buffer.concat([red, Buffer.from('\n<SCRIPT>alert(1)</SCRIPT>')]), '里夹带了别的文件'],
    ['huge.jpg', Buffer.concat([red, Buffer.alloc(10 * 1024 * 1024)]), '超过 10 MB'],
  ])('%s is told in the row, and the goods keeps what it has', async (name, bytes, reason) => {
    if (bytes !== null) writeFileSync(path.join(folder, name), bytes);
    const before = [await picturesOf('P00001'), storedFiles()];
    const { summary, results, withoutPictures } = await take([
      row('P00001', '乙类OTC', `a.jpg;${name}`),
      row('P00004', '乙类OTC', 'a.jpg'),
    ]);
    expect(results[0]!.reasons.join()).toBe(`图片未更新：“${name}”${reason}`);
    expect([summary.拒绝, withoutPictures]).toEqual([0, 1]);
    expect([await picturesOf('P00001'), storedFiles()]).toEqual(before);
    expect(await picturesOf('P00004')).toHaveLength(1);
  });

  it.each(['png', 'webp'] as const)(
    'of another format (%s) with a file behind its end is refused too',
    async (format) => {
      const bytes = Buffer.concat([await photo('#123', { format }), Buffer.from('%PDF-1.7')]);
      writeFileSync(path.join(folder, `poly.${format}`), bytes);
      const { results } = await take([row('P00001', '乙类OTC', `poly.${format}`)]);
      expect(results[0]!.reasons.join()).toContain('里夹带了别的文件');
    },
  );

  it('has too many points, or too few', async () => {
    const wide = await sharp({ create: { width: 9000, height: 5000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(wide.length).toBeLessThan(1_000_000);
    writeFileSync(path.join(folder, 'wide.png'), wide);
    writeFileSync(
      path.join(folder, 'small.png'),
      await photo('#111', { width: 299, height: 80, format: 'png' }),
    );
    const { results } = await take([
      row('P00001', '乙类OTC', 'wide.png'),
      row('P00004', '乙类OTC', 'small.png'),
    ]);
    expect(results.map(({ reasons }) => reasons.join())).toEqual([
      '图片未更新：“wide.png”超过 4000 万像素',
      '图片未更新：“small.png”太小，长边至少 300 像素',
    ]);
  });

  it('is a link out of the folder, is named twice, or one of nine', async () => {
    symlinkSync(path.join(data, 'rows-0.csv'), path.join(folder, 'link.jpg'));
    writeFileSync(path.join(folder, '盒', 'a.jpg'), red);
    const nine = Array.from({ length: 9 }, (_, at) => `${at}.jpg`).join(';');
    const { results, summary } = await take([
      row('P00001', '乙类OTC', 'link.jpg'),
      row('P00002', '乙类OTC', 'a.jpg'),
      row('P00004', '乙类OTC', nine),
    ]);
    expect(results.map(({ reasons }) => reasons.join())).toEqual([
      '图片未更新：“link.jpg”没有找到',
      '图片未更新：“a.jpg”有几个同名文件，请写上文件夹',
      '图片 pictures 超过 8 张',
    ]);
    expect(summary.拒绝).toBe(1);
  });

  it('is named where nobody said where pictures lie', async () => {
    const { results } = await take([row('P00001', '乙类OTC', 'a.jpg')], { place: null });
    expect(results[0]!.reasons.join()).toContain('--pictures');
    await expect(
      take([row('P00001', '乙类OTC', 'a.jpg')], { place: path.join(folder, 'no') }),
    ).rejects.toThrow('找不到图片文件夹');
    await expect(
      take([row('P00001', '乙类OTC', 'a.jpg')], { place: path.join(folder, 'text.jpg') }),
    ).rejects.toThrow('不是可以打开的 ZIP');
  });
});

describe('who sees them', () => {
  it('of open goods everybody, for good', async () => {
    const [name] = await picturesOf('P00002');
    const answer = await ask(ownPicturePath(name!, 'list'));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await sharp(await answer.bytes()).metadata()).width).toBe(400);
    const etag = answer.headers.get('etag') ?? '';
    expect((await ask(ownPicturePath(name!, 'list'), undefined, { 'if-none-match': etag })).status).toBe(304);
    const { goods_image, image } = await getGoods(asVisitor, { id: await goodsOf('P00002') });
    expect([goods_image[0]!.image_url, image]).toEqual([
      ownPicturePath(name!, 'full'),
      ownPicturePath(name!, 'list'),
    ]);
  });

  it('of prescription goods approved buyers only, and no cache keeps them', async () => {
    writeFileSync(path.join(folder, 'rx.png'), await photo('#a0a', { format: 'png' }));
    await take([row('P00005', '处方药', 'rx.png')]);
    const [name] = await picturesOf('P00005');
    const url = ownPicturePath(name!, 'full');
    for (const [who, status] of [
      [undefined, 401],
      ['pending', 403],
      ['rejected', 403],
      ['demo', 200],
      ['other', 200],
    ] as const) {
      const answer = await ask(url, who);
      expect([who, answer.status]).toEqual([who, status]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect((await answer.bytes()).length > 0).toBe(status === 200);
    }
    // Open goods of the same picture do not open it.
    await take([row('P00006', '乙类OTC', 'rx.png')]);
    expect((await ask(url)).status).toBe(401);
  });

  it('of prescription goods visitors see a drawn package, approved buyers the picture', async () => {
    const id = await goodsOf('P00005');
    const [name] = await picturesOf('P00005');
    const seen = await getGoods(asVisitor, { id });
    expect(seen.goods_image.every(({ image_url }) => image_url.includes('.svg'))).toBe(true);
    expect(JSON.stringify(seen)).not.toContain(name);
    expect((await getGoods(asBuyer, { id })).goods_image).toEqual([
      {
        image_url: ownPicturePath(name!, 'full'),
        list: ownPicturePath(name!, 'list'),
        'list-mini': ownPicturePath(name!, 'mini'),
      },
    ]);
    const [offer] = await listOffers(asBuyer, { ids: [id] });
    expect(offer?.image).toBe(ownPicturePath(name!, 'list'));
    const [masked] = await listOffers(asVisitor, { ids: [id] });
    expect(JSON.stringify(masked)).not.toContain(name);
  });

  it.each(['/img/g/AAAAAAAAAAAAAAAAAAAAAA-400.webp', '/img/g/..%2f..%2frows-0.csv', '/img/g/x'])(
    '%s is not there',
    async (url) => {
      expect((await ask(url)).status).toBe(404);
    },
  );

  it('a size that is not made is not there', async () => {
    const [name] = await picturesOf('P00002');
    expect((await ask(`/img/g/${name}-401.webp`)).status).toBe(404);
    expect((await ask(`/img/g/${name}-400.png`)).status).toBe(404);
  });
});

it('pictures that nobody names any more are swept a day later, those that others name stay', async () => {
  const [shared, own] = [(await picturesOf('P00002'))[0]!, (await picturesOf('P00001'))[0]!];
  await take([row('P00001', '乙类OTC', '无'), row('P00004', '乙类OTC', '无')]);
  expect(await picturesOf('P00001')).toEqual([]);
  const fileOf = (name: string) => path.join(data, 'files', `picture-${name}`, '800.avif');
  expect([existsSync(fileOf(shared)), existsSync(fileOf(own))]).toEqual([true, true]);
  // Asked for again in time, it is swept no more.
  await take([row('P00002', '乙类OTC', '正面.png')]);
  await take([row('P00002', '乙类OTC', '')], { at: new Date(now.getTime() + 25 * 3_600_000) });
  expect(existsSync(fileOf(own))).toBe(false);
  expect(existsSync(fileOf((await picturesOf('P00002'))[0]!))).toBe(true);
  expect(existsSync(fileOf(shared))).toBe(false);
  expect(storedFiles().length % 6).toBe(0);
});

it('the demo has photographs of some goods, laid as an import would', async () => {
  const names = photoNames('A1596');
  expect([await picturesOf('A1596'), names.length]).toEqual([names, 4]);
  await layPhotos();
  expect((await ask(ownPicturePath(names[0]!, 'list'))).status).toBe(200);
  const [guarded] = photoNames('A0168');
  expect((await ask(ownPicturePath(guarded!, 'list'))).status).toBe(401);
  expect((await ask(ownPicturePath(guarded!, 'list'), 'demo')).status).toBe(200);
});

it('what an earlier version laid into the data folder is still shown, and swept', async () => {
  const [name] = await picturesOf('P00002');
  const old = path.join(data, 'pictures', name!.slice(0, 2), `${name}-160.webp`);
  const bytes = await photo('#123', { format: 'webp' });
  mkdirSync(path.dirname(old), { recursive: true });
  writeFileSync(old, bytes);
  await (await openFiles()).remove(`picture-${name}`);
  const answer = await ask(`/img/g/${name}-160.webp`);
  expect([answer.status, (await answer.bytes()).length]).toEqual([200, bytes.length]);
  expect((await ask(`/img/g/${name}-400.webp`)).status).toBe(404);
  // All of its files are there: they are copied, as they are, and nothing is made again.
  for (const part of ['160.avif', '400.avif', '400.webp', '800.avif', '800.webp'])
    writeFileSync(path.join(path.dirname(old), `${name}-${part}`), part);
  await storePicture(name!, new Uint8Array());
  expect(String(await (await openFiles()).find(`picture-${name}`, '400.avif'))).toBe('400.avif');
  await removePicture(name!);
  expect([existsSync(old), await (await openFiles()).find(`picture-${name}`, '400.avif')]).toEqual([
    false,
    undefined,
  ]);
});

it('a store that is away is said as 503, and the picture is shown again when it is back', async () => {
  const [name] = photoNames('A1596');
  const place = path.join(data, 'files');
  const url = ownPicturePath(name!, 'list');
  renameSync(path.join(place, `picture-${name}`), path.join(place, 'away'));
  mkdirSync(path.join(place, `picture-${name}`, path.basename(url).split('-').at(-1)!), { recursive: true });
  expect((await ask(url)).status).toBe(503);
  rmSync(path.join(place, `picture-${name}`), { recursive: true });
  renameSync(path.join(place, 'away'), path.join(place, `picture-${name}`));
  expect((await ask(url)).status).toBe(200);
});
