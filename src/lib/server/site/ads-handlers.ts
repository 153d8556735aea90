import { adsCalls } from '#lib/contract/ads.ts';
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

export const adsHandlers = handlers(adsCalls, {
  focus: listSlot,
  focusOf: listFocus,
  focusNew: listNewFocus,
  focusCustom: listCustom,
  focusById: listById,
  focusBrand: listBrandAds,
  floatLinks: listFloatLinks,
});
