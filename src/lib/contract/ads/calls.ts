/** Calls of ads. */
import { get } from '../call.ts';
import type { adsSchemas } from './schema.ts';

type Schemas = typeof adsSchemas;

export const adsCalls = {
  focus: get<Schemas['focus'], 'anyone'>('/api/focus/{slot}', 'anyone', true),
  focusOf: get<Schemas['focusOf'], 'anyone'>('/api/focus', 'anyone'),
  focusNew: get<Schemas['focusNew'], 'anyone'>('/api/focus_new', 'anyone'),
  focusCustom: get<Schemas['focusCustom'], 'anyone'>('/api/focus/custom', 'anyone'),
  focusById: get<Schemas['focusById'], 'anyone'>('/api/focus/kxzq_ad', 'anyone'),
  focusBrand: get<Schemas['focusBrand'], 'anyone'>('/api/focus/brand/{id}', 'anyone'),
  floatLinks: get<Schemas['floatLinks'], 'anyone'>('/api/global/links', 'anyone'),
};
