/** Another text of the agreement or the privacy policy is another version: people are asked for it at their next log-in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agreementVersion } from '#lib/rules/companies/registration.ts';

const files = ['yhxy', 'yszc'].map((name) => `src/content/help/fwbz/${name}.md`);

/**
 * Each version with the digest of its two texts, the one in force last. A text that changed gets a new line here, and
 * its name in `agreementVersion` and in the heads of both files; a line that stands is never changed, for people have
 * agreed to that text.
 */
const digests: Record<string, string> = {
  '2026-11-23': 'j-jRSNAhAHgeWsfhl053k6xH0Dm8jn6gh9ZLpoLWJ44',
  '2026-11-23-2': 'hzWgCcV9-Xag3ORitKnSR1zq5UzlVJi3bs_2jS0La3E',
  '2026-11-23-3': 'URemgEBVJgYsg00OjweAI8R93T8-mAMwGoGzbn7pZN8',
  '2026-11-23-4': '90Do5cpGF6J3YYrPJg2BFuFaZLS3uMANH9FKViMXUps',
  // The company's name comes from the settings.
  '2026-11-28': 'Rv7FpnFdPjO1sz-1g696trJUo6JxEwwAbUU0zArbz4g',
  // Owners' telephones, tables, merchants' papers and duty phones; what an export holds.
  '2026-11-28-2': 'MfRB52bJzy8yz7xD8rrWIAinZzkmfow1LIop1w04zAQ',
  // Sign-in, points orders and draws; what an export holds of them.
  '2026-11-30': '4FoWzS1foODnBh8ELQCfeyVxxDv4iZCQzgIIyBMG9xs',
  // Signing contracts.
  '2026-11-30-2': '_YhTAyDbaLnz7lxRJm7n9C1nya8Z-_bUTysQsnM65e0',
  // Messages of chat.
  '2026-11-30-3': '1eKGQiC81hBlScWWPBkjvZW6xReYknn0zGJzimJOqeg',
  // Invoices and their titles.
  '2026-11-30-4': 'b-NrAcKx76oWZv3iBNn6t3wtgOhKd2DGH3YgsykhrUU',
  // Invoices go to the mail and the mobile of their titles.
  '2026-11-30-5': 'WcgvU_1HefVOS4S0W826gnMWEcr9JzOLxOW_oW5yUSs',
  // An export holds the company's messages of chat.
  '2026-11-30-6': 'RIXFJs-tiAHCUGGCa16cDY7-X8C2KH7ScOWKpB6_o4Q',
  // Watching and asking in live rooms.
  '2026-11-30-7': '8r5D9VvUN1xP0HwG_kCKe9GdUFqFj7mJ_VAa5Nr8TgA',
};

const headOf = (text: string) => text.slice(0, text.indexOf('\n---', 4));
const bodyOf = (text: string) => text.slice(headOf(text).length + 4).trim();
const digestOf = (texts: readonly string[]) =>
  createHash('sha256').update(texts.map(bodyOf).join('\n\f\n')).digest('base64url');
const texts = files.map((file) => readFileSync(file, 'utf8'));

test('the texts are those of the version in force', () => {
  expect(digestOf(texts)).toBe(digests[agreementVersion]);
});

test('a word more or less in either of them is another text', () => {
  for (const [at] of files.entries())
    expect(digestOf(texts.map((text, nth) => (nth === at ? text.replace('平台', '本站') : text)))).not.toBe(
      digests[agreementVersion],
    );
});

test('the version in force is the last, no two have one text, and each fits where it is kept', () => {
  const versions = Object.keys(digests);
  expect(versions.at(-1)).toBe(agreementVersion);
  expect(new Set(Object.values(digests)).size).toBe(versions.length);
  for (const version of versions) expect(version).toMatch(/^\d{4}-\d\d-\d\d(-\d+)?$/);
});

test('both texts carry the version and its day', () => {
  for (const text of texts) {
    expect(headOf(text)).toContain(`\nversion: ${agreementVersion}\n`);
    expect(headOf(text)).toContain(`\nupdated: ${agreementVersion.slice(0, 10)}`);
  }
});
