import type { Span } from './common-chars.ts';

/** How the name was recognised, the surest first. */
export type NameKind =
  | 'code'
  | 'exact'
  | 'short'
  | 'drug'
  | 'other'
  | 'sound'
  | 'pinyin'
  | 'part'
  | 'similar';

/** A name that was found: how, how well (0 to 1), and where. */
export type Named = { kind: NameKind; score: number; spans: Span[] };
