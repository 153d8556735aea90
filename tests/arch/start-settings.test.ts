/** Settings: what a real shop lacks, what is misspelt, and wrong values, each in a sentence of the operator's language. */
import { describe, expect, it } from 'vitest';
import { parseEnv } from '#lib/server/core/process/env.ts';
import { findMisspelt } from '#lib/server/core/process/misspelt.ts';
import { shopField, shopKeys } from '#lib/server/core/process/shop-fields.ts';
import { identityFaults, shopIdentity } from '#lib/server/core/process/shop-identity.ts';
import { shopSettings } from '#tests/support/shop.ts';

describe('the identity', () => {
  it('is demanded field by field of a real shop, all that is missing at once', () => {
    const needed = shopKeys.filter((key) => !shopField(key).isOptional);
    expect(needed.length).toBeGreaterThan(6);
    const faults = identityFaults({ DEMO: false });
    expect(faults).toHaveLength(needed.length);
    for (const [at, key] of needed.entries())
      expect(faults[at]).toBe(
        `请设置 ${key}（${shopField(key).name}），例如 ${key}=${shopField(key).example}`,
      );
    expect(identityFaults({ ...shopSettings, DEMO: false })).toEqual([]);
    expect(identityFaults({ DEMO: true })).toEqual([]);
  });

  it('of the demo is refused in a real shop', () => {
    const demo = { ...shopIdentity({ DEMO: true }), DEMO: false };
    expect(identityFaults(demo)).toHaveLength(shopKeys.length);
  });
});

describe('a name that nobody reads', () => {
  const known = [
    'METRICS_TOKEN',
    'BACKUP_KEY',
    'HOST',
    'PORT',
    'DEMO',
    'NODE_ENV',
    'SITE_URL',
    'WECHAT_APP_ID',
  ];

  it.each([
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['BACKUP_KYE', 'BACKUP_KEY'],
    ['SITEURL', 'SITE_URL'],
    ['POTR', null],
    ['PROT', null],
    ['POR', 'PORT'],
    ['wechat_app_id', 'WECHAT_APP_ID'],
  ])('%s is %s', (key, meant) => {
    expect(findMisspelt([key], known)).toEqual(meant === null ? [] : [{ key, meant }]);
  });

  it('of a family that is ours is named without a guess', () => {
    expect(findMisspelt(['WECHAT_SHOP_NUMBER'], known)).toEqual([{ key: 'WECHAT_SHOP_NUMBER', meant: null }]);
  });

  it.each([
    'HOME',
    'PATH',
    'PWD',
    'TERM',
    'USER',
    'NODE_OPTIONS',
    'SITE_NAME',
    'HOSTNAME',
    'POSTGRES_PASSWORD',
  ])('%s is somebody else’s', (key) => {
    expect(findMisspelt([key], known)).toEqual([]);
  });
});

it.each([
  ['LOG_LEVEL', 'loud'],
  ['PORT', '99999'],
  ['PORT', 'eins'],
  ['PORT', '1.5'],
  ['LIMIT_SCALE', '0'],
  ['SHUTDOWN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '-1'],
  ['BACKUP_KEEP', '0.5'],
  ['METRICS_TOKEN', 'short'],
  ['SHOP_HOTLINE', '热线'],
  ['SITE_URL', 'example'],
])('%s=%s is refused in Chinese', (key, value) => {
  // Words in Latin letters are those that may be written, or the name of the setting.
  const english = /\b(invalid|expected|too|must|received|number|string|option)\b/i;
  const refusal = (() => {
    try {
      parseEnv({ [key]: value });
      return '';
    } catch (error) {
      return String(error);
    }
  })();
  expect(refusal).toContain(`${key}（`);
  expect(refusal).not.toMatch(english);
});
