/** Bills as the houses write them: 微信支付's CSV with backticks and sums, 支付宝's ZIP of CSV in GBK. */
import { zipSync } from 'fflate';
import { formatYuan } from '#lib/rules/money/money.ts';
import type { BillLine } from '#lib/rules/orders/bill.ts';

const wechatHead =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const wechatSums =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

/** What they take of an amount, fen. */
const feeOf = (amount: number, rate: number) => Math.round(amount * rate);

/** The bill of all transactions of a day; `rate`: the fee's share. */
export function wechatBillOf(lines: readonly BillLine[], rate = 0): string {
  const sum = (kind: BillLine['kind']) =>
    formatYuan(lines.reduce((all, line) => all + (line.kind === kind ? line.amount : 0), 0));
  const rows = lines.map(({ kind, no, providerNo, amount }) => {
    const isPaid = kind === 'payment';
    const yuan = formatYuan(amount);
    const paid = isPaid ? [providerNo, no] : ['4200', 'P'];
    const gone = isPaid
      ? ['0', '0', '0.00', '0.00', '', '']
      : [providerNo, no, yuan, '0.00', 'ORIGINAL', 'SUCCESS'];
    return [
      ...['2026-11-22 12:00:00', 'wx0123456789abcdef', '1900000001', '0', '', ...paid, 'o1', 'NATIVE'],
      ...[isPaid ? 'SUCCESS' : 'REFUND', 'OTHERS', 'CNY', isPaid ? yuan : '0.00', '0.00', ...gone],
      ...[
        '药批网订单',
        '',
        `${isPaid ? '' : '-'}${formatYuan(feeOf(amount, rate))}000`,
        '0.60%',
        isPaid ? yuan : '0.00',
        isPaid ? '0.00' : yuan,
        '',
      ],
    ];
  });
  const sums = [
    String(lines.length),
    sum('payment'),
    sum('refund'),
    '0.00',
    '0.00',
    sum('payment'),
    sum('refund'),
  ];
  const written = (row: readonly string[]) => row.map((value) => `\`${value}`).join(',');
  return `\ufeff${[wechatHead, ...rows.map(written), wechatSums, written(sums)].join('\r\n')}\r\n`;
}

const accountHead =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号';

/** A day of an account: `lines` as the list of trades has them, and what the merchant took out. */
export function wechatAccountOf(lines: readonly BillLine[], rate = 0, withdrawn = 0): string {
  const moves = lines.flatMap(({ kind, providerNo, amount }) => {
    const fee = feeOf(amount, rate);
    if (kind !== 'payment') {
      const remark = `退款总金额${formatYuan(amount)}元;含手续费${formatYuan(fee)}元`;
      return [{ no: providerNo, name: '退款', type: '退款', isIncome: false, amount: amount - fee, remark }];
    }
    const paid = { no: providerNo, name: '交易', type: '交易', isIncome: true, amount, remark: '' };
    return fee === 0 ? [paid] : [paid, { ...paid, type: '扣除交易手续费', isIncome: false, amount: fee }];
  });
  if (withdrawn > 0)
    moves.push({ no: '1', name: '提现', type: '提现', isIncome: false, amount: withdrawn, remark: '' });
  const rows = moves.map(({ no, name, type, isIncome, amount, remark }, at) => [
    ...['2026-11-22 12:00:00', no, `flow${at}${no}`, name, type, isIncome ? '收入' : '支出'],
    ...[formatYuan(amount), '0.00', 'system', remark, ''],
  ]);
  const sideOf = (isIncome: boolean) => {
    const some = moves.filter((one) => one.isIncome === isIncome);
    return [String(some.length), formatYuan(some.reduce((sum, one) => sum + one.amount, 0))];
  };
  const sums = [String(moves.length), ...sideOf(true), ...sideOf(false)];
  const written = (row: readonly string[]) => row.map((value) => `\`${value}`).join(',');
  const sumHead = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额';
  return `\ufeff${[accountHead, ...rows.map(written), sumHead, written(sums)].join('\r\n')}\r\n`;
}

const alipayHead =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

/** The ZIP of a day's 业务明细 and its 汇总, in GBK, values padded with tabs; `rate`: the fee's share. */
export function alipayBillOf(lines: readonly BillLine[], rate = 0): Buffer {
  const count = (kind: BillLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const rows = lines.map(({ kind, no, providerNo, amount }) => {
    const isPaid = kind === 'payment';
    const yuan = isPaid ? formatYuan(amount) : `-${formatYuan(amount)}`;
    return [
      ...[`${providerNo}\t`, `${isPaid ? no : 'P'}\t`, isPaid ? '交易' : '退款', '药批网订单'],
      ...['2026-11-22 12:00:00', '2026-11-22 12:00:01', '\t', '', '', '', '*某(159****5620)', yuan, yuan],
      ...['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00', `${isPaid ? '' : no}\t`],
      ...[`${isPaid ? '' : '-'}${formatYuan(feeOf(amount, rate))}`, '0.00', ''],
    ].join(',');
  });
  const detail = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#起始日期：[2026年11月22日 00:00:00]   终止日期：[2026年11月23日 00:00:00]',
    '#-----------------------------------------业务明细列表开始------------------------------------',
    alipayHead,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${count('payment')}笔，商家实收共0.00元，商家优惠共0.00元`,
    `#退款合计：${count('refund')}笔，商家实收退款共0.00元，商家优惠退款共0.00元`,
    '#导出时间：[2026年11月23日 09:00:00]',
  ].join('\r\n');
  return Buffer.from(
    zipSync({
      '20880000000000010156_20261122_业务明细.csv': gbk(detail),
      '20880000000000010156_20261122_业务明细(汇总).csv': gbk('#支付宝业务汇总查询\r\n'),
    }),
  );
}

const alipayAccountHead =
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注';

/** The ZIP of a day's 账务明细: `lines` as the list of trades has them, and what the merchant took out. */
export function alipayAccountOf(lines: readonly BillLine[], rate = 0, withdrawn = 0): Buffer {
  const moves = lines.flatMap(({ kind, no, providerNo, amount }) => {
    const fee = feeOf(amount, rate);
    const isPaid = kind === 'payment';
    const own = { no: providerNo, ours: isPaid ? no : 'P', remark: '' };
    const money = { ...own, type: isPaid ? '在线支付' : '交易退款', fen: isPaid ? amount : -amount };
    const charge = {
      ...own,
      no: `${providerNo}9`,
      ours: providerNo,
      type: isPaid ? '收费' : '退费',
      fen: isPaid ? -fee : fee,
      remark: isPaid ? `服务费[${providerNo}]` : `服务费退回(${providerNo})`,
    };
    return fee === 0 ? [money] : [money, charge];
  });
  if (withdrawn > 0) moves.push({ no: '', ours: '', remark: '', type: '提现', fen: -withdrawn });
  const rows = moves.map(({ no, ours, type, fen, remark }, at) =>
    [
      ...[
        `8893${at}${no}\t`,
        `${no}\t`,
        `${ours}\t`,
        '药批网订单\t',
        '2026-11-22 12:00:00',
        '*某(159****5620)\t',
      ],
      ...[formatYuan(Math.max(0, fen)), fen < 0 ? `-${formatYuan(-fen)}` : '0.00', '100.00', '支付宝'],
      ...[`${type}\t`, remark],
    ].join(','),
  );
  const sumOf = (sign: 1 | -1) => {
    const some = moves.filter(({ fen }) => Math.sign(fen) === sign).map(({ fen }) => Math.abs(fen));
    const minus = sign < 0 && some.length > 0 ? '-' : '';
    return `${some.length}笔，共${minus}${formatYuan(some.reduce((sum, fen) => sum + fen, 0))}元`;
  };
  const detail = [
    '#支付宝账务明细查询',
    '#账号：[20880000000000010156]',
    '#起始日期：[2026年11月22日 00:00:00]   终止日期：[2026年11月23日 00:00:00]',
    '#-----------------------------------------账务明细列表----------------------------------------',
    alipayAccountHead,
    ...rows,
    '#----------------------------------------账务明细列表结束-------------------------------------',
    `#支出合计：${sumOf(-1)}`,
    `#收入合计：${sumOf(1)}`,
    '#导出时间：[2026年11月23日 09:00:00]',
  ].join('\r\n');
  return Buffer.from(
    zipSync({
      '20880000000000010156_20261122_账务明细(汇总).csv': gbk('#支付宝账务汇总查询\r\n'),
      '20880000000000010156_20261122_账务明细.csv': gbk(detail),
    }),
  );
}

/** Nothing writes GBK here, so what reads it is turned round: every pair of bytes by the character that it is. */
const bytesOf = new Map<string, readonly [number, number]>();
const reader = new TextDecoder('gbk');
for (let first = 0x81; first <= 0xfe; first += 1)
  for (let second = 0x40; second <= 0xfe; second += 1)
    if (second !== 0x7f) bytesOf.set(reader.decode(Uint8Array.of(first, second)), [first, second]);

function gbk(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((one) => bytesOf.get(one) ?? [one.codePointAt(0) ?? 0]));
}
