/** A cart, or some of its lines, with the engine's quote: the only way to a total of stored lines. */

import { AppError } from '#lib/contract/errors.ts';
import { newLineId } from '#lib/rules/quote/beside.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { type Choices, cartChoices, emptyChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Quote, QuotedLine } from '#lib/rules/terms/quote-shape.ts';
import type { Offers } from '#lib/rules/terms/terms.ts';
import { type AddressRow, findAddress } from '../addresses/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { concealHidden } from '../offers/conceal.ts';
import { loadOffers } from '../offers/load.ts';
import type { LoadedOffers, OfferSource } from '../offers/loaded.ts';
import type { Account } from '../people/account-rows.ts';
import { type CartLineRow, listCartLines, listLaterLines } from './rows.ts';

/** Lines in the order of `quote.lines`, the newest first. `loaded` has no price that this buyer may not see. */
export interface QuotedCart {
  lines: CartLineRow[];
  loaded: LoadedOffers;
  quote: Quote;
  /** The delivery address; null when the company has none yet. */
  address: AddressRow | null;
}

export interface WantedCart {
  /** Exactly these lines, all of them selected; without it the whole cart with its own selection. */
  lineIds?: readonly number[] | undefined;
  /** True: the lines saved for later instead. */
  isLater?: boolean | undefined;
  /** Without it the default address. */
  addressId?: number | undefined;
  /** Without it the coupons and vouchers that help most. */
  choices?: Choices | undefined;
  /** `buyer` where it is left out. */
  source?: OfferSource | undefined;
}

/**
 * Loads and quotes lines of this user at `now`. Throws 404 when a line is not in this user's cart (any more) or an
 * address is not this company's. At most seven queries for any number of lines.
 */
export async function loadQuotedCart(
  db: Db | Tx,
  account: Account,
  wanted: WantedCart,
  now: Date,
): Promise<QuotedCart> {
  const [found, chosen] = await Promise.all([
    wanted.isLater ? listLaterLines(db, account) : listCartLines(db, account, wanted.lineIds),
    wanted.addressId === undefined ? null : getAddress(db, account.companyId, wanted.addressId),
  ]);
  if (wanted.lineIds && found.length < new Set(wanted.lineIds).size)
    throw new AppError(404, '商品已不在购物车，请刷新购物车后再试');
  const lines = wanted.lineIds ? found.map((line) => ({ ...line, isSelected: true })) : found;
  const loaded = await loadFor(db, account, lines, wanted, now);
  // The default address was loaded with the buyer's own facts.
  const address = chosen ?? loaded.address;
  const choices = wanted.choices ?? cartChoices;
  return {
    lines,
    loaded,
    address,
    quote: quoteRows(account, { lines, loaded, address }, choices, now.getTime()),
  };
}

/** Lines that are in no cart (any more), quoted by the current rows for a district. */
export async function quoteStored(
  tx: Db | Tx,
  account: Account,
  { lines, regionCode, choices }: { lines: CartLineRow[]; regionCode: string | null; choices: Choices },
  now: Date,
): Promise<Omit<QuotedCart, 'address'>> {
  const loaded = await loadFor(tx, account, lines, { source: 'database' }, now);
  const address = regionCode === null ? null : { regionCode };
  return { lines, loaded, quote: quoteRows(account, { lines, loaded, address }, choices, now.getTime()) };
}

/** The same cart at the same moment with other lines or numbers of the same items; nothing is loaded again. */
export function requote(cart: QuotedCart, account: Account, lines: CartLineRow[]): QuotedCart {
  const changed = { ...cart, lines };
  return { ...changed, quote: quoteRows(account, changed, cartChoices, cart.quote.at) };
}

/** The quote of the cart with so many pieces of other items, ticked, at the same moment, before vouchers pay. */
export function quoteWith(
  { lines, loaded, address, quote: { at } }: QuotedCart,
  account: Account,
  { offers }: Pick<LoadedOffers, 'offers'>,
  wanted: readonly { goodsId: number; number: number }[],
): Quote {
  const more = [
    ...lines.map(quoteLineOf),
    ...wanted.map(
      ({ goodsId, number }, place): QuoteLine => ({
        id: newLineId - place,
        kind: 'normal',
        goodsId,
        activityId: null,
        quantity: number,
        isSelected: true,
      }),
    ),
  ];
  const join = <T extends { id: number }>(own: readonly T[], others: readonly T[]): T[] => [
    ...new Map([...others, ...own].map((one) => [one.id, one])).values(),
  ];
  const all: Offers = {
    ...loaded.offers,
    goods: join(loaded.offers.goods, offers.goods),
    merchants: join(loaded.offers.merchants, offers.merchants),
    activities: join(loaded.offers.activities, offers.activities),
  };
  const buyer = {
    companyId: account.companyId,
    region: address?.regionCode ?? null,
    choices: emptyChoices,
  };
  return quote(more, buyer, all, at);
}

/** The lines in their order, each with its quote. */
export function quotedLines({
  lines,
  quote: { lines: quoted },
}: Pick<QuotedCart, 'lines' | 'quote'>): { line: CartLineRow; quoted: QuotedLine }[] {
  return lines.map((line, at) => ({ line, quoted: must(quoted[at], `the quote of cart line ${line.id}`) }));
}

/** True when nothing in the cart may show a price to this buyer; an empty cart has nothing to hide. */
export function isClosed({ lines, loaded }: Pick<QuotedCart, 'lines' | 'loaded'>): boolean {
  const states = [...loaded.states.values()];
  return lines.length > 0 && states.length > 0 && states.every((state) => !state.showsPrice);
}

function quoteRows(
  account: Account,
  { lines, loaded, address }: Pick<QuotedCart, 'lines' | 'loaded'> & { address: Region | null },
  choices: Choices,
  at: number,
): Quote {
  const buyer = { companyId: account.companyId, region: address?.regionCode ?? null, choices };
  return quote(lines.map(quoteLineOf), buyer, loaded.offers, at);
}

type Region = Pick<AddressRow, 'regionCode'>;

async function loadFor(
  db: Db | Tx,
  account: Account,
  lines: readonly CartLineRow[],
  { source }: Pick<WantedCart, 'source'>,
  now: Date,
): Promise<LoadedOffers> {
  return concealHidden(
    await loadOffers(
      db,
      account,
      {
        goodsIds: [...new Set(lines.flatMap((line) => line.goodsId ?? []))],
        activityIds: [...new Set(lines.flatMap((line) => line.activityId ?? []))],
        withAddOns: true,
        source,
      },
      now,
    ),
  );
}

/** A stored line as input of the engine. */
export function quoteLineOf(line: CartLineRow): QuoteLine {
  return {
    id: line.id,
    kind: line.kind,
    goodsId: line.goodsId,
    activityId: line.activityId,
    quantity: line.number,
    isSelected: line.isSelected,
  };
}

async function getAddress(db: Db | Tx, companyId: number, addressId: number): Promise<AddressRow> {
  const found = await findAddress(db, companyId, addressId);
  if (found === null) throw new AppError(404, '收货地址不存在或已被删除，请重新选择');
  return found;
}
