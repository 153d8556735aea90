/** 追溯码 of a parcel: a code is one piece, and a shipped piece is not shipped again before it came back. */
import { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../db/client.ts';
import { insertCodes, lockSent, moveCodes, type SentCode } from './trace-code-rows.ts';
import { findBoxes } from './trace-pack-rows.ts';

/** Codes of a saved parcel, with the merchant who sends it. */
interface CodedParcel {
  shipmentId: number;
  merchantId: number;
  lots: readonly { orderLineId: number; lotNo: string; traceCodes: readonly string[] }[];
}

/**
 * Assigns these codes to this parcel. A code is free again when its piece came back, by after-sale or refused at the
 * door: as many codes of a line's lot as pieces of it came back. Throws 409 for a code in another parcel; the error
 * names that order only to the merchant who owns it. Also throws 409 for the code of a case, which is no piece.
 */
export async function claimTraceCodes(tx: Tx, { shipmentId, merchantId, lots }: CodedParcel): Promise<void> {
  const codes = lots.flatMap(({ orderLineId, lotNo, traceCodes }) =>
    traceCodes.map((code) => ({ code, orderLineId, lotNo })),
  );
  if (codes.length === 0) return;
  const boxes = await findBoxes(
    tx,
    merchantId,
    codes.map(({ code }) => code),
  );
  // A colleague has brought in its boxes since the codes were read.
  const [whole] = boxes.keys();
  if (whole !== undefined) throw new AppError(409, `${whole}是箱码，请再提交一次，按箱内的盒码发出`);
  const written = new Set(await insertCodes(tx, shipmentId, codes));
  const taken = codes.filter(({ code }) => !written.has(code));
  if (taken.length === 0) return;
  const sent = await lockSent(
    tx,
    shipmentId,
    taken.map(({ code }) => code),
  );
  const [stuck] = takeReturned(new Map(), sent);
  if (stuck) {
    // No record says which of a lot's pieces came back: all of them are checked.
    const same = sent.filter((one) => one.orderLineId === stuck.orderLineId && one.lotNo === stuck.lotNo);
    throw refusal(same[0] ?? stuck, same.length - 1, merchantId);
  }
  await moveCodes(tx, shipmentId, taken);
}

/** Codes that are shipped again, by line and lot of the returned piece. */
export type Returned = Map<string, SentCode[]>;

/**
 * Uses codes that were shipped before for returned pieces, and answers those without one: of the codes whose parcels
 * left at one moment or later, as many as pieces came back after it. Pure but for `taken`, which it adds to.
 */
export function takeReturned(taken: Returned, sent: readonly SentCode[]): SentCode[] {
  return sent.filter((one) => {
    const piece = `${one.orderLineId} ${one.lotNo}`;
    const all = [...(taken.get(piece) ?? []), one];
    const fits = all.every(
      ({ sentAt, back }) => all.filter((other) => other.sentAt >= sentAt).length <= back,
    );
    if (fits) taken.set(piece, all);
    return !fits;
  });
}

function refusal(sent: SentCode, others: number, merchantId: number) {
  return new AppError(409, sentCodeText(sent, others, merchantId));
}

/** Why a code, with `others`, cannot be shipped: the order that has it is named only to the merchant who owns it. */
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
