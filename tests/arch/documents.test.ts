/** README and docs/: short enough to be read, and every path and link in them leads to a file. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();
const linesOf = (file: string) => read(file).trimEnd().split('\n');
const exists = (file: string) => existsSync(path.join(root, file));

const howTo = files('docs/how-to/*.md');
const decisions = files('docs/decisions/[0-9]*.md');
const documents = ['README.md', ...files('docs/**/*.md')];

describe('length', () => {
  it('README has at most 150 lines of 110 characters', () => {
    const lines = linesOf('README.md');
    expect(lines.length).toBeLessThanOrEqual(150);
    expect(lines.filter((line) => line.length > 110)).toEqual([]);
  });

  it.each([
    ['docs/how-to', howTo, 60],
    ['docs/decisions', decisions, 25],
  ])('each page of %s is short', (_, pages, most) => {
    expect(pages.length).toBeGreaterThan(6);
    expect(pages.filter((page) => linesOf(page).length > most)).toEqual([]);
    // Long lines would hide the length.
    expect(pages.flatMap(linesOf).filter((line) => line.length > 125)).toEqual([]);
  });

  it('a flow of the architecture has at most eight boxes', () => {
    const flows = [...read('docs/architecture.md').matchAll(/```mermaid\n([\s\S]*?)```/g)];
    expect(flows).toHaveLength(6);
    for (const [, flow = ''] of flows) expect(flow.match(/\w\["/g)?.length).toBeLessThanOrEqual(8);
  });
});

describe('what documents name', () => {
  it('each decision is in their list', () => {
    const list = read('docs/decisions/README.md');
    expect(decisions.filter((page) => !list.includes(`(${path.basename(page)})`))).toEqual([]);
  });

  it('each helper of tests is in their list', () => {
    const list = read('tests/support/README.md');
    const helpers = files('tests/support/*.{ts,tsx}').filter((file) => !file.endsWith('.d.ts'));
    expect(helpers.filter((file) => !list.includes(`| \`${path.basename(file)}\``))).toEqual([]);
  });

  it('every path is there', () => {
    // NAME stands for a name of one's own, and a path ends before <noun>, {braces} or an asterisk.
    const pattern = /(?<![\w./-])(?:src|tests|scripts|docs|deploy|public)\/[\w./[\]@-]*/g;
    const named = documents.flatMap((page) =>
      [...read(page).matchAll(pattern)].map(([found]) => ({ page, named: found.replace(/[.\]]*$/, '') })),
    );
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ named: file }) => !file.includes('NAME') && !exists(file))).toEqual([]);
  });

  it('every link to a file leads to one', () => {
    const links = documents.flatMap((page) =>
      [...read(page).matchAll(/\]\((?![a-z]+:|\/|#)([^)#]+)/g)].map(([, to = '']) => ({ page, to })),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ page, to }) => !exists(path.join(path.dirname(page), to)))).toEqual([]);
  });

  it('every document that code and settings name is there', () => {
    const sources = [
      ...files('{src,tests,scripts,deploy}/**/*.{ts,tsx,astro,sql,yml,service,example}'),
      ...['.env.example', 'compose.yaml', 'Dockerfile'],
    ];
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/])docs\/[\w/-]+\.(?:md|csv)/g)].map(([to]) => ({ file, to })),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ to }) => !exists(to))).toEqual([]);
  });
});
