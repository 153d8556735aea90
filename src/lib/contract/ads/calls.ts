/** Calls of ads. */
import { get } from '../call.ts';
import type { adsSchemas } from './schema.ts';

type Schemas = typeof adsSchemas;

export const adsCalls = {
  focus: get<Schemas['focus']>('/api/focus/{slot}', 'all', true),
  focusOf: get<Schemas['focusOf']>('/api/focus', 'all'),
  focusNew: get<Schemas['focusNew']>('/api/focus_new', 'all'),
  focusCustom: get<Schemas['focusCustom']>('/api/focus/custom', 'all'),
  focusById: get<Schemas['focusById']>('/api/focus/kxzq_ad', 'all'),
  focusBrand: get<Schemas['focusBrand']>('/api/focus/brand/{id}', 'all'),
  floatLinks: get<Schemas['floatLinks']>('/api/global/links', 'all'),
};
