/** The file store takes no files: health reports it, an upload is refused in words, a colleague buys on. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pdfOf } from '#tests/support/papers.ts';
import { fillCart, type Job, place } from '../checkout.ts';
import { send, type Timed } from '../client.ts';
import { deepGoods } from '../deep-goods.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { type Answers, answersRow, noteAnswers } from './shop/answers.ts';
import { logInAll, openShop, type Shop } from './shop/shop.ts';
import { upload } from './shop/upload.ts';

const mostMs = 3_000;

interface Place {
  folder: string;
  how: string;
  fill(): void;
  close(): void;
}

/** A file system of 32 MB where this account may mount one; else a folder that becomes a file. */
function openPlace(): Place {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-full-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]).status === 0;
  const fill = () => {
    if (!isMounted) {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
      return;
    }
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(path.join(folder, 'filling'), Buffer.alloc(bavail * bsize));
  };
  const close = () => {
    if (isMounted) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, how: isMounted ? 'a full disk' : 'a file where the folder was', fill, close };
}

async function askAll(
  { origins }: Shop,
  cookie: string,
  job: Job,
  nth: number,
): Promise<Record<string, Timed>> {
  const origin = origins[0]!;
  const bytes = new Uint8Array(pdfOf(1, `/Lang (${nth})`));
  const [uploaded, order, health] = await Promise.all([
    upload(origin, '/api/upload', cookie, `${nth}.pdf`, bytes),
    place(origin, job),
    send(origin, '/api/health'),
  ]);
  return { upload: uploaded, 'a colleague’s order': order, health };
}

async function run(isQuick: boolean): Promise<Row[]> {
  const disk = openPlace();
  try {
    const shop = await openShop({ env: { FILES_TO: disk.folder, LIMIT_SCALE: '1000' } });
    try {
      const origin = shop.origins[0]!;
      const [cookie = ''] = await logInAll(shop, ['demo']);
      const goods = await deepGoods(shop, isQuick ? 2 : 6);
      const before = await upload(origin, '/api/upload', cookie, 'a.pdf', new Uint8Array(pdfOf(1)));
      disk.fill();
      const answers: Answers = {};
      for (const [nth, id] of goods.entries()) {
        // The total of before an order is not that of after it: a coupon may be spent.
        const [job] = await fillCart({ origin }, 'demo', [id]);
        if (job === undefined) throw new Error('the cart is empty');
        noteAnswers(answers, await askAll(shop, cookie, job, nth));
      }
      const said = JSON.parse((await send(origin, '/api/health')).body.toString()).data;
      const wanted = { upload: 503, 'a colleague’s order': 200, health: 200 };
      return [
        answersRow(
          `beside ${disk.how} for files (an upload before: ${before.status})`,
          wanted,
          answers,
          mostMs,
        ),
        {
          what: `${disk.how} for files: health`,
          bar: 'ready, files failing',
          measured: `${said.ready ? 'ready' : 'not ready'}, files ${said.files ?? 'unnamed'}`,
          isMet: said.ready === true && said.files === 'failing' && before.status === 200,
        },
      ];
    } finally {
      await shop.close();
    }
  } finally {
    disk.close();
  }
}

export const bar: FaultBar = { name: 'full-files', run };
