/**
 * Which goods an ad may lead to (rules 7): prescription drugs are not advertised to the public at all; other drugs,
 * health food and devices that are licensed need the number under which their ad was approved.
 */
import { isPrescription, needsAdNumber } from '../goods/otc.ts';

/** `otc` is the goods' class (处方药, 甲类OTC, 器械II…), `approvalNo` the ad's number or empty. */
export function mayAdvertise(otc: string, approvalNo: string): boolean {
  if (isPrescription(otc)) return false;
  return approvalNo.trim() !== '' || !needsAdNumber(otc);
}
