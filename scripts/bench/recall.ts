import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { GoodsList } from '#lib/contract/goods/calls.ts';
import type { Bench } from './bench.ts';
import { ask } from './client.ts';
import type { Row } from './table.ts';

/** A query as buyers type it, and what has to be among the first ten: parts of name (one of several), maker, spec. */
interface Labelled {
  kind: string;
  query: string;
  names: string[];
  maker: string;
  spec: string;
}

const bar = 0.95;
const first = 10;

function readLabels(): Labelled[] {
  const [, ...lines] = readFileSync(path.join(import.meta.dirname, 'recall.csv'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [kind = '', query = '', name = '', maker = '', spec = ''] = line.split(',');
    return { kind, query, names: name.split('|'), maker, spec };
  });
}

/** The demo's catalogue has no barcodes: the products that a label names by one get it here. */
async function giveBarcodes({ pool }: Bench, labels: readonly Labelled[]): Promise<void> {
  for (const { kind, query, names, maker, spec } of labels) {
    if (kind !== '条码') continue;
    await pool.query(
      `UPDATE product SET barcode = $1 WHERE id = (
         SELECT min(id) FROM product WHERE name = $2 AND maker LIKE '%' || $3 || '%' AND spec = $4)`,
      [query, names[0], maker, spec],
    );
  }
}

async function isFound(origin: string, { query, names, maker, spec }: Labelled): Promise<boolean> {
  const { list } = await ask<GoodsList>(
    origin,
    `/api/goods/list?${new URLSearchParams({ keywords: query, size: String(first) })}`,
  );
  return list.some(
    (goods) =>
      names.some((name) => goods.name.includes(name)) &&
      goods.sccj.includes(maker) &&
      goods.ypgg.includes(spec),
  );
}

/** Counts labelled queries, of 200, with the expected result among the first ten; names the missed ones. */
export async function recall(bench: Bench): Promise<Row[]> {
  const labels = readLabels();
  await giveBarcodes(bench, labels);
  const barcode = labels.find(({ kind }) => kind === '条码')!;
  // The index takes the barcodes over a moment later.
  for (let tries = 0; tries < 100 && !(await isFound(bench.origin, barcode)); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const missed: Labelled[] = [];
  for (const label of labels) if (!(await isFound(bench.origin, label))) missed.push(label);
  const share = 1 - missed.length / labels.length;
  if (missed.length > 0)
    console.error(`没有排进前十：${missed.map(({ kind, query }) => `${query}（${kind}）`).join('、')}`);
  return [
    {
      what: `search recall in the first ten, ${labels.length} labelled queries`,
      bar: `≥ ${bar * 100}%`,
      measured: `${(share * 100).toFixed(1)}% (${labels.length - missed.length})`,
      isMet: share >= bar,
    },
  ];
}
