/** What a new setting and a new way to pay must not forget. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { payChoice } from '#lib/contract/payments/calls.ts';
import { knownSettings } from '#lib/server/core/process/env.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const keys: readonly string[] = knownSettings;

it('every setting is explained in .env.example, and nothing else is', () => {
  const notified = [...read('.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, key = '']) => key);
  expect(keys.length).toBeGreaterThan(15);
  // Who builds and tests says it, no operator.
  expect(notified.toSorted()).toEqual(keys.filter((key) => key !== 'NODE_ENV').toSorted());
});

it('what docs/ name as a setting is one, and a house’s settings stand on its page', () => {
  const firstWords = new Set(keys.map((key) => key.split('_')[0]));
  // What libraries read by themselves, and what the containers' own file asks for.
  const theirs = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_ENDPOINT_URL_S3'];
  const traces = ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];
  const container = [...read('deploy/compose.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(
    ([, key = '']) => key,
  );
  const known = new Set([...keys, ...theirs, ...traces, ...container]);
  const named = new Map<string, string[]>();
  for (const file of globSync('docs/**/*.md')) {
    const words = [...read(file).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z][A-Z0-9]*)+\b/g)].map(([word]) => word);
    named.set(
      file,
      words.filter((word) => firstWords.has(word.split('_')[0] ?? '')),
    );
  }
  for (const [file, words] of named)
    for (const word of words) expect.soft(known.has(word), `${file}: ${word}`).toBe(true);
  const pages: [file: string, own: RegExp][] = [
    ['docs/providers/wechat-pay.md', /^WECHAT_PAY_/],
    ['docs/providers/alipay.md', /^ALIPAY_/],
    ['docs/providers/bank-transfer.md', /^BANK_/],
    ['docs/providers/wechat-login.md', /^WECHAT_(?!PAY_)/],
    ['docs/providers/logistics.md', /^(KUAIDI100|KDNIAO)_/],
    ['docs/providers/sms.md', /^SMS_/],
    ['docs/providers/esign.md', /^ESIGN_/],
    ['docs/providers/nuonuo.md', /^NUONUO_/],
    ['docs/providers/live.md', /^(LIVE|FFMPEG)_/],
    ['docs/providers/mail.md', /^(SMTP_URL|MAIL_FROM)$/],
  ];
  for (const [file, mark] of pages) {
    const own = keys.filter((key) => mark.test(key));
    expect(own.length, file).toBeGreaterThan(1);
    for (const key of own) expect.soft(named.get(file), `${file} names ${key}`).toContain(key);
  }
});

it('every way to pay stands in providers.ts, under a key that the calls take', () => {
  const made = globSync('src/lib/server/ports/payments/*.ts').flatMap((file) => {
    const [, name, rest] = read(file).match(/export const (\w+): \w+Provider = \{([\s\S]*)/) ?? [];
    return name === undefined ? [] : [{ name, key: rest?.match(/\bkey: '([^']*)'/)?.[1] }];
  });
  expect(made.length).toBeGreaterThan(1);
  const list =
    read('src/lib/server/ports/payments/providers.ts').match(/listProviders[\s\S]*?\n\}/)?.[0] ?? '';
  for (const { name, key } of made) {
    expect.soft(list, name).toContain(name);
    if (key !== undefined) {
      expect.soft(key, name).toMatch(/^[a-z_]+$/);
      expect.soft(payChoice.safeParse({ provider: key }).error, key).toBeUndefined();
    }
  }
});
