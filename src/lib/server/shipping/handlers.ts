import { shippingCalls } from '#lib/contract/shipping/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { importPacks } from '../lots/trace-packs.ts';
import { askDeskRefund, getRefundPlan } from '../orders/desk-refund.ts';
import { addCodes } from './add-codes.ts';
import { correctParcel } from './correct-parcel.ts';
import { checkDispatch } from './dispatch.ts';
import { getDeskOrder } from './orders.ts';
import { shipParcel, shortLines } from './parcels.ts';
import { settleRefusal, uploadRefusalPicture } from './refusal.ts';
import { scanCode } from './scan.ts';
import { readTraceFile } from './trace-file.ts';

export const shippingHandlers = handlers(shippingCalls, {
  deskRefundPlan: getRefundPlan,
  deskRefund: askDeskRefund,
  deskOrder: getDeskOrder,
  checkDispatch,
  importPacks,
  scanCode,
  readTraceFile,
  shipParcel,
  shortLines,
  addCodes,
  correctParcel,
  settleRefusal,
  refusalPicture: uploadRefusalPicture,
});
