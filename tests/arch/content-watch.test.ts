/** `npm run content -- --watch`: a fault is told when it is saved, and the watch goes on until it is told to end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const help = (body: string) =>
  `---\ntitle: 发票\nsummary: 一句话\norder: 1\nupdated: 2026-11-10\n---\n\n${body}\n`;

it('tells what each save brings, from a first list with a fault on', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yaopi-content-watch-'));
  const page = join(folder, 'src/content/help/zfps/fp.md');
  mkdirSync(resolve(page, '..'), { recursive: true });
  cpSync('src/content/help/groups.yaml', join(folder, 'src/content/help/groups.yaml'));
  writeFileSync(page, '---\ntitle：发票\n---\n');
  const child = spawn(process.execPath, [resolve('scripts/content.ts'), '--watch'], { cwd: folder });
  try {
    const complaints = text(child.stderr);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    /** The lines up to the end of the next list that has the word in it. */
    const listWith = async (word: string) => {
      for (let list: string[] = []; ; ) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`the watch ended: ${await complaints}`);
        list.push(value);
        if (!/^(?:共|帮助、新闻和专区没有)/.test(value)) continue;
        if (list.some((line) => line.includes(word))) return list;
        list = [];
      }
    };
    expect(await listWith('fp.md:2: title 后面是全角冒号')).toContain('共 1 处，请改正。');
    writeFileSync(page, help('正文'));
    await listWith('没有发现错误');
    writeFileSync(page, help('见[订单](/order/nichts)。'));
    await listWith('src/content/help/zfps/fp.md:8: 链接 /order/nichts 没有这个网页');
    // As programs save that write beside the file first.
    writeFileSync(`${page}~`, help('由{{公可}}运营。'));
    renameSync(`${page}~`, page);
    await listWith('fp.md:8: {{公可}} 不能填写');
    mkdirSync(join(folder, 'src/content/news'));
    writeFileSync(join(folder, 'src/content/news/a.md'), '---\ntitle: 新闻\n---\n');
    await listWith('news/a.md:1: 没有填写摘要');
    rmSync(join(folder, 'src/content/news/a.md'));
    rmSync(page);
    await listWith('没有发现错误');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await complaints).toBe('');
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
