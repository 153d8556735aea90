/** 追溯码 of a parcel: a code is one piece, and a piece that went out does not go out again before it came back. */
import { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../../db/client.ts';
import { insertCodes, lockSent, moveCodes, type SentCode } from '../../repos/trace-codes.ts';

/** What a written parcel carries, with the merchant who sends it. */
interface CodedParcel {
  shipmentId: number;
  merchantId: number;
  lots: readonly { orderLineId: number; lotNo: string; traceCodes: readonly string[] }[];
}

/**
 * Writes down that these codes are in this parcel now. A code of a piece that came back, by after-sale or refused at the
 * door, is free again: as many of a line's lot as pieces of it came back. Throws 409 for one that is in another parcel,
 * naming that order to the merchant whose it is and to nobody else.
 */
export async function claimTraceCodes(tx: Tx, { shipmentId, merchantId, lots }: CodedParcel): Promise<void> {
  const codes = lots.flatMap(({ orderLineId, lotNo, traceCodes }) =>
    traceCodes.map((code) => ({ code, orderLineId, lotNo })),
  );
  if (codes.length === 0) return;
  const written = new Set(await insertCodes(tx, shipmentId, codes));
  const taken = codes.filter(({ code }) => !written.has(code));
  if (taken.length === 0) return;
  const sent = await lockSent(
    tx,
    shipmentId,
    taken.map(({ code }) => code),
  );
  const byPiece = Map.groupBy(sent, (one) => `${one.orderLineId} ${one.lotNo}`);
  for (const [first, ...others] of byPiece.values())
    if (first && first.back <= others.length) throw refusal(first, others.length, merchantId);
  await moveCodes(tx, shipmentId, taken);
}

function refusal(sent: SentCode, others: number, merchantId: number) {
  return new AppError(409, sentCodeText(sent, others, merchantId));
}

/** Why a code does not go out, `others` with it: the order that has it is named to the merchant whose it is. */
export function sentCodeText(
  { code, orderNo, merchantId: owner }: SentCode,
  others: number,
  merchantId: number,
): string {
  const which = others > 0 ? `${code}等${others + 1}个` : code;
  return owner === merchantId
    ? `追溯码${which}已随订单${orderNo}发出，一件商品只能发一次，请核对实物`
    : `追溯码${which}已有发货记录，请核对实物`;
}
