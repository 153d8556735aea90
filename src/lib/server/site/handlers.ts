import { adsCalls } from '#lib/contract/ads.ts';
import { shellCalls } from '#lib/contract/shell/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import {
  listBrandAds,
  listById,
  listCustom,
  listFloatLinks,
  listFocus,
  listNewFocus,
  listSlot,
} from './ads.ts';
import { getHeader } from './shell.ts';
import { getConfig } from './site-config.ts';

export const adsHandlers = handlers(adsCalls, {
  focus: listSlot,
  focusOf: listFocus,
  focusNew: listNewFocus,
  focusCustom: listCustom,
  focusById: listById,
  focusBrand: listBrandAds,
  floatLinks: listFloatLinks,
});

export const shellHandlers = handlers(shellCalls, {
  header: getHeader,
  config: getConfig,
});
