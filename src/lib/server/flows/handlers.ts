import { flowsCalls } from '#lib/contract/flows.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getFlowRoot } from './roots.ts';

export const flowsHandlers = handlers(flowsCalls, { flowRoot: getFlowRoot });
