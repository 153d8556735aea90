import { homeCalls } from '#lib/contract/home.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getBuyerHome } from './home.ts';

export const homeHandlers = handlers(homeCalls, { buyerHome: getBuyerHome });
