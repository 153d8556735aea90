import { shellCalls } from '#lib/contract/shell/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { getHeader } from './shell.ts';
import { getConfig } from './site-config.ts';

export const shellHandlers = handlers(shellCalls, {
  header: getHeader,
  config: getConfig,
});
