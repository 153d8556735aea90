import { useState } from 'react';
import { addToCart } from '#lib/client/stores/cart/cart-queue.ts';
import { $cartNumbers } from '#lib/client/stores/cart/cart-total.ts';
import { openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** A normal line, or one of a flash sale. */
export type AddType = typeof lineTypes.normal | typeof lineTypes.flash;

/**
 * Adds one item to the cart and reports the result (rules 16). Clicks on several items queue; the same one again before
 * its answer is one (cart-queue.ts). `isAdding` while any of them is in progress.
 */
export function useAdd(): {
  isAdding: boolean;
  add: (goodsId: number, warehouseId: number, number: number, type?: AddType, unit?: string) => Promise<void>;
} {
  const [waiting, setWaiting] = useState(0);
  async function add(
    goodsId: number,
    warehouseId: number,
    number: number,
    type: AddType = lineTypes.normal,
    unit = '',
  ): Promise<void> {
    setWaiting((now) => now + 1);
    try {
      await addToCart([{ goods_id: goodsId, ck_id: warehouseId, type, number }]);
      const all = $cartNumbers.get()[goodsId] ?? number;
      showToast('success', all > number ? `已加入购物车，购物车中共${all}${unit}` : '已加入购物车', {
        link: { text: '去购物车', href: path('/cart') },
      });
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setWaiting((now) => now - 1);
    }
  }
  return { isAdding: waiting > 0, add };
}

/** 411: a popup with the link of the message. 403 about 限购 with a flag above 1: silent. Others as everywhere. */
export function reactToRefusal(error: unknown): void {
  if (error instanceof AppError && error.code === 411) {
    const link = fieldOf(error.data, 'link');
    const text = fieldOf(error.data, 'text');
    openDialog({
      title: '温馨提示',
      text: error.message,
      confirm: '知道了',
      ...(typeof link === 'string' &&
        link !== '' && {
          link: { text: typeof text === 'string' && text !== '' ? text : '查看详情', href: link },
        }),
    });
    return;
  }
  if (error instanceof AppError && isSilent(error)) return;
  react(error);
}

/** Pages that add many lines at once do not report a purchase limit; another 403 is never silent. */
export function isSilent(error: AppError): boolean {
  const flag = Number(fieldOf(error.data, 'flag') ?? 0);
  return error.code === 403 && flag > 1 && fieldOf(error.data, 'about') === 'limit';
}
