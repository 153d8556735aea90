/** The question beyond a promo's limit (rules 13): on the cart page, in the quantity box and at its button. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settleAdd, settleChange } from '#islands/buy/quantity-change.ts';
import { $cart, changeNumber } from '#lib/client/stores/cart/cart.ts';
import { viewCart } from '#lib/client/stores/cart/cart-view.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { CartState } from '#lib/contract/cart/calls.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { toWire } from '#lib/contract/offers/terms.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import { goods, now, offers, promo } from '../rules/fixtures.ts';

const text = '数量超过活动限购50，可原价购买';

function limited(used: number, over: Partial<GoodsTerms> = {}): GoodsTerms {
  return goods({ packStep: 5, promo: promo({ activityLimit: 50, used }), ...over });
}

describe('pressing 加入购物车', () => {
  test.each([
    ['all of the limit is in the cart', 5, 50, limited(0), text, 0],
    ['it fits to the last piece', 5, 45, limited(0), null, 5],
    ['a part fits', 20, 40, limited(0), text, 10],
    ['orders and the cart together', 5, 10, limited(40), text, 0],
    ['orders and the cart together fit', 5, 5, limited(40), null, 5],
    ['the cart holds more than the limit', 5, 80, limited(0), text, 0],
    ['orders have used it up: the price shown is the original one', 5, 0, limited(50), null, 0],
    ['no promo', 5, 500, limited(0, { promo: null }), null, 0],
    ['the promo is over', 5, 50, limited(0, { promo: promo({ activityLimit: 50, endsAt: now }) }), null, 0],
    ['a promo without a limit', 5, 500, limited(0, { promo: promo({ activityLimit: null }) }), null, 5],
    ['the agreed price is lower than the promo', 5, 50, limited(0, { customerPrice: 700 }), null, 0],
    [
      'the ladder is cheaper for all of it',
      5,
      50,
      limited(0, { ladder: { kind: 'from', tiers: [{ number: 55, price: 750 }] } }),
      null,
      0,
    ],
  ])('%s', (_name, number, inCart, terms, asked, within) => {
    const made = settleAdd(number, inCart, terms, false, now);
    expect([made.question?.text ?? null, made.within]).toEqual([asked, within]);
    expect(settleAdd(number, inCart, terms, true, now).question).toBeNull();
  });
});

describe('the quantity box', () => {
  test.each([
    ['crosses what is left', 20, 5, limited(40), text, 10],
    ['never goes beyond what was asked for', 15, 5, limited(20), null, 15],
    ['asks nothing where the promo makes no price', 60, 5, limited(0, { customerPrice: 700 }), null, 50],
  ])('%s', (_name, asked, before, terms, question, within) => {
    const made = settleChange(asked, before, terms, false, now);
    expect([made.question?.text ?? null, made.within]).toEqual([question, within]);
  });

  test('offers the next pack where it rounded down, and nothing where the maximum is told', () => {
    const terms = goods({ packStep: 5, stock: 23 });
    expect(settleChange(12, 5, terms, false, now)).toMatchObject({
      value: 10,
      message: '按5盒起订，已调整为10盒',
      next: 15,
    });
    expect(settleChange(22, 5, terms, false, now)).toMatchObject({ value: 20, next: null });
    expect(settleChange(30, 5, terms, false, now)).toMatchObject({ value: 20, next: null });
  });
});

describe('the cart page', () => {
  const sent: string[] = [];

  /** A cart of lines of one goods, as far as changing a number looks at it. */
  function cartOf(terms: GoodsTerms, numbers: readonly number[]): CartState {
    return {
      timestamp: now,
      region: '420106',
      offers: toWire(offers({ goods: [terms] })),
      data: numbers.map((number, at) => ({
        id: at + 1,
        type: lineTypes.normal,
        goods_id: terms.id,
        activity_id: null,
        number,
        is_wanted: 1,
        goods: { id: terms.id },
      })),
    } as unknown as CartState;
  }

  const numberOf = (id: number) => $cart.get()?.data.find((line) => line.id === id)?.number;

  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['Date'] });
    vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
      sent.push(`${address} ${body}`);
      const state = $cart.get()!;
      const lines = state.data.map(({ id, number }) => ({ id, number }));
      const data = { count: lines.length, lines, total: viewCart(state).total };
      return Response.json({ code: 200, message: 'ok', data });
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    $cart.set(null);
    sent.length = 0;
  });

  test.each([
    // What was bought before, the lines of the cart, line and number asked for, and the number of the third button.
    ['nothing is left beside the line: there is no third button', 40, [10], 1, 20, null],
    ['it goes up to what is left', 30, [10], 1, 60, 20],
    ['rounded down to a pack', 27, [10], 1, 60, 20],
    ['the whole limit is left', 0, [10], 1, 60, 50],
    ['another line has its part of the limit', 0, [30, 5], 2, 60, 20],
  ])('no, or the part within the limit: %s', async (_name, used, numbers, id, asked, within) => {
    for (const answer of ['no', 'other'] as const) {
      if (answer === 'other' && within === null) continue;
      sent.length = 0;
      $cart.set(cartOf(limited(used), numbers));
      const changing = changeNumber(id, asked);
      const other = within === null ? null : `只买${within}盒`;
      expect($dialog.get()).toMatchObject({ text, confirm: '确定', cancel: '取消', other, width: 'third' });
      answerDialog(answer);
      await changing;
      const expected = answer === 'no' ? numbers[id - 1] : within;
      expect(numberOf(id)).toBe(expected);
      expect(sent).toEqual(answer === 'no' ? [] : [`/api/cart/${id}/edit number=${expected}`]);
    }
  });

  test('yes: what was asked for', async () => {
    $cart.set(cartOf(limited(40), [10]));
    const changing = changeNumber(1, 20);
    answerDialog(true);
    await changing;
    expect(numberOf(1)).toBe(20);
    expect(sent).toEqual(['/api/cart/1/edit number=20']);
  });
});
