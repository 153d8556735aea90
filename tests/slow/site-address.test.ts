/** What the site calls itself: to search engines, feeds, and whoever shares a link. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressFault, demandSameAddress, siteAddress } from '#lib/server/core/process/site-address.ts';
import { canWriteChinese, rasterize } from '#lib/server/engines/pictures/raster.ts';
import { drawShareCard, productSharePicture } from '#lib/server/engines/pictures/share-pictures.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeProject, startServer } from '#tests/support/server-process.ts';

const SITE_URL = 'https://www.example.com';

describe('the address', () => {
  it.each([
    [{ SITE_URL: `${SITE_URL}/`, HOST: '0.0.0.0', PORT: 4321 }, SITE_URL],
    [{ SITE_URL: undefined, HOST: '127.0.0.1', PORT: 5000 }, 'http://127.0.0.1:5000'],
    [{ SITE_URL: undefined, HOST: '0.0.0.0', PORT: 80 }, 'http://localhost:80'],
    [{ SITE_URL: undefined, HOST: '::1', PORT: 80 }, 'http://[::1]:80'],
  ])('of %j is %s', (env, address) => {
    expect(siteAddress(env)).toBe(address);
  });

  it('is demanded of a real shop, never of the demo', () => {
    expect(addressFault({ SITE_URL: undefined, DEMO: false })).toContain('SITE_URL');
    expect(addressFault({ SITE_URL, DEMO: false })).toBeNull();
    expect(addressFault({ SITE_URL: undefined, DEMO: true })).toBeNull();
  });

  it('is the same in the prerendered pages', () => {
    expect(() => demandSameAddress({ SITE_URL, DEMO: false }, '')).toThrow('重新构建');
    expect(() => demandSameAddress({ SITE_URL, DEMO: false }, 'https://old.example.com')).toThrow(
      'old.example',
    );
    expect(() => demandSameAddress({ SITE_URL, DEMO: false }, SITE_URL)).not.toThrow();
    expect(() => demandSameAddress({ SITE_URL, DEMO: false }, undefined)).not.toThrow();
    expect(() => demandSameAddress({ SITE_URL: undefined, DEMO: true }, '')).not.toThrow();
  });

  it('that is missing, or not the build’s, ends the start in words, with all else that is missing', async () => {
    const folder = makeProject();
    const without = await (await startServer(folder, { SITE_URL: '', SHOP_ICP: '' })).ended;
    expect(without).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^正式运行（DEMO=0）还缺以下设置.*\n {2}请设置 SITE_URL.*。\n {2}请设置 SHOP_ICP（网站备案）.*。\n$/,
      ),
    });
    writeFileSync(path.join(folder, 'dist', 'app', 'site'), 'https://old.example.com');
    const other = await (await startServer(folder, { SITE_URL })).ended;
    expect(other).toMatchObject({ code: 1, err: expect.stringMatching(/^这个构建里写的网址[^\n]*。\n$/) });
  }, 120_000);
});

describe('the picture of a shared link', () => {
  const text = { kind: '帮助中心', title: '<药品>&退换货', lines: ['一句话'] };

  it('is drawn with what it is about, escaped', () => {
    expect(drawShareCard(text)).toContain('&lt;药品&gt;&amp;退换货');
  });

  it('is a PNG of 1200 × 630 within bounds', async () => {
    const { body, type } = await rasterize(drawShareCard(text));
    const bytes = Buffer.from(body);
    expect(type).toBe('image/png');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(bytes.byteLength).toBeLessThan(150_000);
  });

  it('is made once, of what is there, on a machine that can write it', async () => {
    const { db } = await testDatabase();
    const made = await productSharePicture(db, '1');
    expect(made !== null).toBe(canWriteChinese());
    expect(await productSharePicture(db, '1')).toBe(made);
    expect(await productSharePicture(db, '99999999')).toBeNull();
    expect(await productSharePicture(db, '1;')).toBeNull();
  });
});
