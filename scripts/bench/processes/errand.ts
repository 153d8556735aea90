/** The acts of a buyer who orders: adds items to the cart, views it, orders, pays from the balance or cancels. */
import { send, type Timed } from '../client.ts';

export interface Errand {
  cookie: string;
  goodsId: number;
  quantity: number;
  isPaid: boolean;
}

export interface ErrandEnd {
  /** Numbers of the placed orders. */
  nos: string[];
  /** The refused step, with its message; null on success. */
  failed: string | null;
}

type Report = (what: string, answer: Timed, due: number) => void;

interface Placed {
  trade_no: string;
  orders: { no: string }[];
}

/**
 * Runs an errand. Each call is passed to `report` with its due time in ms: `begin` for the first call, the end of the
 * previous call for every other.
 */
export async function runErrand(
  origin: string,
  { cookie, goodsId, quantity, isPaid }: Errand,
  begin: number,
  report: Report,
): Promise<ErrandEnd> {
  let due = begin;
  let failed: string | null = null;
  async function call<T>(what: string, path: string, form: string): Promise<T | null> {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await send(origin, path, { cookie, form, headers });
    report(what, answer, due);
    due = performance.now();
    if (answer.status === 200) return JSON.parse(answer.body.toString()).data;
    failed = `${what}: ${answer.status} ${answer.body.toString().slice(0, 200)}`;
    return null;
  }
  const line = `lines[0][goods_id]=${goodsId}&lines[0][type]=0&lines[0][number]=${quantity}`;
  const cart = await call<{ added: { id: number }[] }>('add', '/api/cart', line);
  const added = cart?.added[0];
  if (added === undefined) return { nos: [], failed };
  const form = `ids[]=${added.id}`;
  const preview = await call<{ total: { pay_amount: string } }>('preview', '/api/order/preview', form);
  if (preview === null) return { nos: [], failed };
  const placing = `${form}&expected_total=${preview.total.pay_amount}`;
  const placed = await call<Placed>('order', '/api/order', placing);
  if (placed === null) return { nos: [], failed };
  const nos = placed.orders.map(({ no }) => no);
  if (isPaid) await call('pay', '/api/pay', `trade_no=${placed.trade_no}&provider=balance`);
  else for (const no of nos) await call('cancel', `/api/order/${no}/cancel`, '');
  return { nos, failed };
}
