/**
 * 支付宝's daily bills: the list of trades (业务账单, trade), and the movements of the merchant's account (账务账单,
 * signcustomer).
 */
import { unzipSync } from 'fflate';
import { z } from 'zod';
import { findYuan } from '#lib/rules/money/money.ts';
import type { BillLine } from '#lib/rules/orders/bill.ts';
import type { AlipayKeys } from './alipay-keys.ts';
import { askAlipay } from './alipay-line.ts';
import { type BillSource, columnsOf, fenOf, lineOf, mostBytes, rowsOf } from './bills.ts';

const alipayBill = z.object({ billDownloadUrl: z.url() });
const downloadWithin = 60_000;

/** Requests the address of a bill and downloads it; null where there is none. */
async function fetchAlipayBill(
  keys: AlipayKeys,
  billType: 'trade' | 'signcustomer',
  day: string,
): Promise<Uint8Array | null> {
  const said = await askAlipay(keys, 'alipay.data.dataservice.bill.downloadurl.query', {
    content: { billType, billDate: day },
  });
  if (!said.ok) {
    if (said.code === 'isp.bill_not_exist') return null;
    throw new Error(`${said.code} ${said.message}`);
  }
  // The address carries its own signature, and is valid for half a minute.
  const answer = await fetch(alipayBill.parse(said.body).billDownloadUrl, {
    signal: AbortSignal.timeout(downloadWithin),
  });
  if (!answer.ok) throw new Error(`the bill of ${day} answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Every trade of the account, by any way to pay and for any purpose, with its fee. */
export function alipayBills(keys: AlipayKeys): BillSource {
  return {
    source: 'alipay',
    providers: ['alipay', 'alipay_qr'],
    async bill(day) {
      const zip = await fetchAlipayBill(keys, 'trade', day);
      return zip === null ? null : readAlipayBill(zip);
    },
  };
}

/** The movements of the account, compared with the list of trades. */
export function alipayAccountBills(keys: AlipayKeys): BillSource {
  return {
    source: 'alipay_account',
    providers: [],
    accountOf: 'alipay',
    async bill(day) {
      const zip = await fetchAlipayBill(keys, 'signcustomer', day);
      return zip === null ? null : readAlipayAccount(zip);
    },
  };
}

/**
 * The list from a ZIP of two CSV in GBK, lines and sums (汇总): its text, and its rows without those that begin with #.
 */
function openZip(zip: Uint8Array, opening: string): { text: string; head: string[]; body: string[][] } {
  const gbk = new TextDecoder('gbk', { fatal: true });
  const texts = Object.values(unzipSync(zip, { filter: ({ originalSize }) => originalSize < mostBytes })).map(
    (bytes) => gbk.decode(bytes),
  );
  const text = texts.find((one) => one.includes(opening));
  if (text === undefined) throw new Error('the ZIP has no list of lines');
  const plain = text
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'))
    .join('\n');
  const [head = [], ...body] = rowsOf(plain).map((row) => row.map((value) => value.trim()));
  return { text, head, body };
}

/** Throws where the number of lines differs from the stated one. */
export function readAlipayBill(zip: Uint8Array): BillLine[] {
  const { text, head, body } = openZip(zip, '业务明细列表');
  const said = [/#交易合计：(\d{1,9})笔/, /#退款合计：(\d{1,9})笔/].map((sum) =>
    Number(sum.exec(text)?.[1] ?? -1),
  );
  const of = columnsOf(head, ['支付宝交易号', '商户订单号', '业务类型', '订单金额（元）', '服务费（元）']);
  const refundOf = columnsOf(head, ['退款批次号/请求号']);
  const rows = body.map((row): BillLine[] => {
    const isRefund = of(row, '业务类型') === '退款';
    const no = isRefund ? refundOf(row, '退款批次号/请求号') : of(row, '商户订单号');
    const amount = of(row, '订单金额（元）').replace('-', '');
    const line = lineOf(isRefund ? 'refund' : 'payment', no, of(row, '支付宝交易号'), amount);
    const fee = fenOf(of(row, '服务费（元）'));
    return fee === 0 ? [line] : [line, { ...line, kind: isRefund ? 'fee_back' : 'fee', amount: fee }];
  });
  const lines = rows.flat();
  const counts = (['payment', 'refund'] as const).map(
    (kind) => lines.filter((line) => line.kind === kind).length,
  );
  if (counts[0] !== said[0] || counts[1] !== said[1])
    throw new Error(`the bill has ${counts.join(' and ')} lines, not ${said.join(' and ')}`);
  return lines;
}

/** For each 业务类型 of trades: the kind of its income, and of its cost. */
const accountKinds: Record<string, { income?: BillLine['kind']; cost?: BillLine['kind'] }> = {
  在线支付: { income: 'payment' },
  交易付款: { income: 'payment' },
  退款: { cost: 'refund' },
  交易退款: { cost: 'refund' },
  收费: { income: 'fee_back', cost: 'fee' },
  退费: { income: 'fee_back' },
};

/**
 * Movements for trades, refunds and fees, by trade number; what the merchant does with the money (提现, 转账) belongs to no
 * trade. A fee names its trade in its text: 服务费[2026…], 服务费退回(2026…). Throws where the sums differ.
 */
export function readAlipayAccount(zip: Uint8Array): BillLine[] {
  const { text, head, body } = openZip(zip, '账务明细列表');
  const of = columnsOf(head, ['账务流水号', '业务流水号', '商品名称', '业务类型', '备注']);
  const moneyOf = columnsOf(head, ['收入金额（+元）', '支出金额（-元）']);
  const rows = body.map((row) => {
    const fen = (name: '收入金额（+元）' | '支出金额（-元）') => fenOf(moneyOf(row, name) || '0');
    return { row, income: fen('收入金额（+元）'), cost: fen('支出金额（-元）') };
  });
  const sides = [
    [/#收入合计：(\d{1,9})笔，共(-?[\d.]{1,15})元/, rows.map(({ income }) => income)],
    [/#支出合计：(\d{1,9})笔，共(-?[\d.]{1,15})元/, rows.map(({ cost }) => cost)],
  ] as const;
  for (const [pattern, amounts] of sides) {
    const [, count, yuan = ''] = pattern.exec(text) ?? [];
    const moved = amounts.filter((amount) => amount > 0);
    const sum = moved.reduce((all, amount) => all + amount, 0);
    if (moved.length !== Number(count) || sum !== findYuan(yuan.replace('-', '')))
      throw new Error(`the bill of the account sums to ${moved.length} ${sum}, not ${count} ${yuan}`);
  }
  return rows.flatMap(({ row, income, cost }): BillLine[] => {
    const kinds = accountKinds[of(row, '业务类型')];
    const kind = income > 0 ? kinds?.income : kinds?.cost;
    if (kind === undefined) return [];
    const isFee = kind === 'fee' || kind === 'fee_back';
    const words = `${of(row, '备注')} ${of(row, '商品名称')}`;
    const [, named] = (isFee && /服务费(?:退回)?[[(（](\d{16,40})/.exec(words)) || [];
    const no = named ?? of(row, '业务流水号');
    return [{ kind, no, providerNo: of(row, '账务流水号'), amount: income > 0 ? income : cost }];
  });
}
