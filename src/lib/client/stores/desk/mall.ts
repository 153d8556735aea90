/** The points mall at the platform's desk. All reject as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type {
  DeskMallGoods,
  PointsDispatchChecked,
  PointsDispatchInput,
  SaveMallGoodsInput,
} from '#lib/contract/mall-desk.ts';
import { deskCall } from './session.ts';

export function saveMallGoods(input: SaveMallGoodsInput): Promise<DeskMallGoods> {
  return deskCall(api.saveMallGoods, input);
}

export function uploadMallPicture(file: File): Promise<{ name: string; url: string }> {
  return deskCall(api.mallPicture, { file });
}

export function checkPointsDispatch(input: PointsDispatchInput): Promise<PointsDispatchChecked> {
  return deskCall(api.checkPointsDispatch, input);
}

/** Ships one order. */
export async function shipPointsOrder(parcel: {
  id: string;
  carrier: string;
  tracking_no: string;
}): Promise<void> {
  await deskCall(api.deskPointsOrdersShip, parcel);
}
