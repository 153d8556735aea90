import { countersignCalls } from '#lib/contract/countersign.ts';
import { handlers } from '../core/calls/handlers.ts';
import { askCorrection } from './balance.ts';
import { leftOf } from './left.ts';

export const countersignHandlers = handlers(countersignCalls, { actLeft: leftOf, askCorrection });
