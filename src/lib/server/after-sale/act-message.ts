/** Messages to the company about acts on its cases. */
import { showYuan } from '#lib/rules/money/money.ts';
import { type AfterSaleVerb, afterSaleKinds } from '#lib/rules/orders/after-sale-state.ts';
import type { HeldCase } from './case.ts';

/** The message to the company about an act; `amount`: fen that it gives back, null for none. `isDone`: the case ends with it. */
export function actMessage(
  { found: { row, merchant } }: HeldCase,
  verb: AfterSaleVerb,
  text: string,
  amount: number | null,
  isDone: boolean,
): { title: string; body: string } {
  const kind = afterSaleKinds[row.kind].text;
  // The surrounding sentence has its own full stop.
  const said = text === '' ? '' : `：${text.endsWith('。') ? text.slice(0, -1) : text}`;
  const head = `订单${row.orderNo}的${kind}申请`;
  const money =
    amount === null || amount === 0
      ? ''
      : `，退款¥${showYuan(amount)}${isDone ? '已退回' : '已提交，按原支付方式退回'}`;
  switch (verb) {
    case 'agree':
    case 'waive':
      if (amount !== null || isDone)
        return { title: `售后已同意${money}`, body: `${head}已同意${money}${said}。` };
      return {
        title: '售后已同意，请寄回商品',
        body: `${head}已同意${said}。请在7天内寄回并填写运单号，逾期自动撤销。`,
      };
    case 'refuse':
      return { title: '售后申请被驳回', body: `${head}被驳回${said}。7天内可以申请平台介入。` };
    case 'arrive':
      return { title: '退回的商品已到货', body: `${head}：${merchant}已收到退回的商品，将在48小时内验收。` };
    case 'accept':
      return row.kind === 'exchange'
        ? {
            title: '换货商品已发出',
            body: `${head}：退回的商品已验收，换货商品已发出，可在订单的物流里查看。`,
          }
        : { title: `退货已验收${money}`, body: `${head}：退回的商品已验收${money}。` };
    case 'repay':
      return { title: `换货改为退款${money}`, body: `${head}：退回的商品已验收，改为退款${money}${said}。` };
    case 'send':
      return { title: '已填写寄回单号', body: `${head}：${text}，等待${merchant}收货验收。` };
    case 'appeal':
      return { title: '已申请平台介入', body: `${head}已转平台处理${said}。` };
    case 'withdraw':
      return { title: '售后申请已撤销', body: `${head}已撤销。` };
  }
}
