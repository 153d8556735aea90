/** Days' bills of payment houses, read and held to their own sums. */
import { unzipSync } from 'fflate';
import { z } from 'zod';
import type { BillLine } from '#lib/rules/orders/bill.ts';
import type { AlipayKeys } from './alipay-keys.ts';
import { askAlipay } from './alipay-line.ts';
import { columnsOf, lineOf, mostBytes, rowsOf } from './bill-rows.ts';

/** A house whose bills are compared with our books, and the ways to pay that it stands behind. */
export interface BilledHouse {
  house: string;
  providers: readonly string[];
  /** The house whose list of trades this is the account of; without it these are trades, held against our books. */
  accountOf?: string;
  /**
   * What it booked on a day of Shanghai, `YYYY-MM-DD`; null where it has no bill of that day: nothing moved, or it is not
   * made yet. Throws where there is no answer, or a bill that is not whole.
   */
  bill(day: string): Promise<BillLine[] | null>;
}

const alipayBill = z.object({ billDownloadUrl: z.url() });
const downloadWithin = 60_000;

/** 支付宝's 业务账单 (trade) of the account, whatever way it was paid by. */
export function alipayBills(keys: AlipayKeys): BilledHouse {
  return {
    house: 'alipay',
    providers: ['alipay', 'alipay_qr'],
    async bill(day) {
      const said = await askAlipay(keys, 'alipay.data.dataservice.bill.downloadurl.query', {
        content: { billType: 'trade', billDate: day },
      });
      if (!said.ok) {
        if (said.code === 'isp.bill_not_exist') return null;
        throw new Error(`${said.code} ${said.message}`);
      }
      // The address carries its own signature, and works for half a minute.
      const answer = await fetch(alipayBill.parse(said.body).billDownloadUrl, {
        signal: AbortSignal.timeout(downloadWithin),
      });
      if (!answer.ok) throw new Error(`the bill of ${day} answers ${answer.status}`);
      return readAlipayBill(new Uint8Array(await answer.arrayBuffer()));
    },
  };
}

/** A ZIP of two CSV in GBK: the lines, and their sums (汇总). Throws where the lines are not as many as they say. */
export function readAlipayBill(zip: Uint8Array): BillLine[] {
  const gbk = new TextDecoder('gbk', { fatal: true });
  const texts = Object.values(unzipSync(zip, { filter: ({ originalSize }) => originalSize < mostBytes })).map(
    (bytes) => gbk.decode(bytes),
  );
  const text = texts.find((one) => one.includes('业务明细列表开始'));
  if (text === undefined) throw new Error('the ZIP has no list of lines');
  const said = [/#交易合计：(\d{1,9})笔/, /#退款合计：(\d{1,9})笔/].map((sum) =>
    Number(sum.exec(text)?.[1] ?? -1),
  );
  const plain = text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'))
    .join('\n');
  const [head = [], ...body] = rowsOf(plain).map((row) => row.map((value) => value.trim()));
  const of = columnsOf(head, [
    '支付宝交易号',
    '商户订单号',
    '业务类型',
    '订单金额（元）',
    '退款批次号/请求号',
  ]);
  const lines = body.map((row) => {
    const amount = of(row, '订单金额（元）');
    return of(row, '业务类型') === '退款'
      ? lineOf('refund', of(row, '退款批次号/请求号'), of(row, '支付宝交易号'), amount.replace('-', ''))
      : lineOf('payment', of(row, '商户订单号'), of(row, '支付宝交易号'), amount);
  });
  const counts = (['payment', 'refund'] as const).map(
    (kind) => lines.filter((line) => line.kind === kind).length,
  );
  if (counts[0] !== said[0] || counts[1] !== said[1])
    throw new Error(`the bill has ${counts.join(' and ')} lines, not ${said.join(' and ')}`);
  return lines;
}
