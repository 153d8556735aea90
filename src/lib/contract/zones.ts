/**
 * Zones (rules 6): each is a Markdown entry of `src/content/zones`, shown by one component over one list. The schema
 * for editors is in `src/content/zone-schema.ts`.
 */
import { keysOf } from '#lib/rules/terms/keys.ts';

/** First levels of the catalogue. */
export const goodsKinds = ['化学药', '中成药', '中药饮片', '医疗器械', '保健食品', '消毒个护'] as const;
export type GoodsKind = (typeof goodsKinds)[number];

/** Running promotions by the word that editors write. */
export const zonePromotions = {
  秒杀: 'flash',
  特价: 'special',
  满减: 'full_reduction',
  满赠: 'gift',
  换购: 'add_on',
  拼团: 'group_buy',
} as const;
export type ZonePromotion = keyof typeof zonePromotions;

/** The words alone. */
export const zonePromotionWords = keysOf(zonePromotions);

/**
 * The items of a zone. All given fields must match; within a field any value may. Without fields it is the whole
 * catalogue.
 */
export interface ZoneGoods {
  kinds?: readonly GoodsKind[] | undefined;
  /** Names of categories of any level, or the way down to one: `化学药/心脑血管`. */
  categories?: readonly string[] | undefined;
  /** Short names of merchants, or a kind of them (自营). */
  merchants?: readonly string[] | undefined;
  makers?: readonly string[] | undefined;
  brands?: readonly string[] | undefined;
  /** Words for the search box. */
  keywords?: string | undefined;
  otc?: readonly ('rx' | 'otc' | 'other')[] | undefined;
  /** In a running promotion of these kinds. */
  promotions?: readonly ZonePromotion[] | undefined;
  /** 优选. */
  preferred?: boolean | undefined;
  /** 控销. */
  controlled?: boolean | undefined;
  /** Of the near-expiry warehouse. */
  nearExpiry?: boolean | undefined;
  /** For clinics and hospitals alone. */
  clinicOnly?: boolean | undefined;
  /** One pack is enough: only items without a minimum of several packs. */
  singlePack?: boolean | undefined;
  /** 新: came within the last 30 days. */
  fresh?: boolean | undefined;
  /** The goods of one activity of the database. */
  activityId?: number | undefined;
  /** In a running activity that names this page in its settings (`zone`). */
  activityZone?: string | undefined;
}

export const zoneTones = ['green', 'blue', 'amber', 'rose', 'teal', 'violet'] as const;
export type ZoneTone = (typeof zoneTones)[number];

export const zoneIcons = [
  'gift',
  'store',
  'stethoscope',
  'apple',
  'sprout',
  'shield-check',
  'hospital',
  'calendar',
  'badge-check',
  'ticket-percent',
  'hourglass',
  'handshake',
  'zap',
  'users',
  'boxes',
  'wallet',
] as const;
export type ZoneIcon = (typeof zoneIcons)[number];

export const zoneSorts = ['sale', 'new', 'expiry'] as const;
export type ZoneSort = (typeof zoneSorts)[number];

/** A part of a zone: fewer of its goods under an address of their own. */
export interface ZonePart {
  id: string;
  title: string;
  goods: ZoneGoods;
}

/** An editor's facts of a zone; its text is the entry's body. */
export interface ZoneFacts {
  title: string;
  summary: string;
  tone: ZoneTone;
  icon: ZoneIcon;
  goods: ZoneGoods;
  /** For companies that have paid no order yet: others read why it is not for them. */
  newcomers?: true | undefined;
  parts: readonly ZonePart[];
  /** Its order where the visitor chose none. */
  sort: ZoneSort;
  /** Slot of the ads that it shows. */
  ads?: string | undefined;
}
