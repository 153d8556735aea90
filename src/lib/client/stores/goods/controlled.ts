/** 控销 in the browser: applying, and the state of the company's applications. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type { Application, Applications } from '#lib/contract/controlled.ts';
import { call } from '../../api.ts';
import { showToast } from '../shell/toasts.ts';
import { reloadOffers } from './offers.ts';

/** Grows with each application, for lists that show them. */
export const $applications = atom(0);

/** The company's application for an item, or null. Rejects as `call` does. */
export async function loadApplication(goodsId: number): Promise<Application | null> {
  const { list } = await call(api.controlledApplications, { goods_id: goodsId });
  return list[0] ?? null;
}

/** The company's newest applications. Rejects as `call` does. */
export function loadApplications(size: number): Promise<Applications> {
  return call(api.controlledApplications, { size });
}

/** Applies, and shows the new state on every card of the goods. Rejects as `call` does. */
export async function apply(goodsId: number, note: string): Promise<void> {
  await call(api.applyForControlled, { goods_id: goodsId, note });
  $applications.set($applications.get() + 1);
  showToast('success', '申请已提交，结果会发到“我的消息”');
  await reloadOffers([goodsId]);
}
