/** Orders of a desk as its list shows them. */
import { inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { orders } from '#lib/contract/desk/lists/orders.ts';
import {
  type DeskOrderTab,
  deskOrderTab,
  deskOrderTabs,
  readDeskSearch,
} from '#lib/rules/orders/desk-orders.ts';
import { orderStatuses, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { refusalText } from '#lib/rules/orders/refusal-state.ts';
import { isKeyOf, isOneOf } from '#lib/rules/terms/keys.ts';
import { type ListReader, listRows, regionCell } from '../db/list-source.ts';
import { company, merchant, order, trade } from '../db/schema.ts';
import { isRefusalOf } from '../orders/due-rows.ts';
import { heldForQuality, isHeldForQuality } from '../quality/hold-rows.ts';
import { hasStuckParcel } from '../tracking/stuck-rows.ts';
import {
  hurriedAt,
  isLate,
  isSearched,
  lacksAskedCodes,
  linesLeft,
  mine,
  parcelCount,
  piecesAsked,
  piecesLeft,
} from './desk-order-rows.ts';

export const orderListRows = listRows(orders, {
  source: (reader) => ({
    from: sql`${order}`,
    shown: sql`join ${trade} on ${trade.no} = ${order.tradeNo} join ${company} on ${company.id} = ${order.companyId}
      join ${merchant} on ${merchant.id} = ${order.merchantId}`,
    key: sql`${order.no}`,
    bound: mine(reader.merchantId),
    columns: {
      no: sql`${order.no}`,
      company: sql`${company.name}`,
      merchant: sql`${merchant.shortName}`,
      receiver: addressPart('receiver'),
      placed_at: sql`${order.createdAt}`,
      paid_at: sql`${order.paidAt}`,
      lines_left: linesLeft,
      pieces_left: piecesLeft,
      parcels: parcelCount,
      pieces_asked: piecesAsked,
      hurried_at: hurriedAt,
      is_late: isLate(reader.now),
      is_cold: sql`${order.isColdChain}`,
      is_stuck: hasStuckParcel(reader.now),
      is_quality: heldForQuality,
    },
    extra: {
      key: sql`${order.status}`,
      deadline: milliseconds(sql`${order.deadlineAt}`),
      receiveBy: milliseconds(sql`${order.receiveBy}`),
      province: addressPart('province'),
      city: addressPart('city'),
      district: addressPart('district'),
    },
    filters: {
      q: (text) => isSearched(readDeskSearch(text)),
      state: (state) => (isKeyOf(deskOrderTabs, state) ? isIn(state, reader) : undefined),
    },
  }),
  fill: (values) => ({ ...values, state: deskOrderTab(values.state, readDeskSearch(values.q)) }),
  finish: (row, { now }) => {
    const { key, deadline, receiveBy } = row;
    const place = regionCell(row);
    // A status that a newer version wrote has no text here.
    if (!isOneOf(orderStatuses, key)) return { status: String(key), refusal: '', place };
    const facts = {
      status: key,
      deadlineAt: Number(deadline),
      receiveBy: receiveBy === null ? null : Number(receiveBy),
    };
    return {
      status: orderStatusText(facts, now.getTime()),
      refusal: refusalText(facts, now.getTime()),
      place,
    };
  },
});

function addressPart(part: string): SQL {
  return sql`${trade.address}->>${sql.raw(`'${part}'`)}`;
}

function milliseconds(at: SQL): SQL {
  return sql`extract(epoch from ${at})::float8 * 1000`;
}

/** The statuses of a state, and what else it needs. */
function isIn(tab: DeskOrderTab, { merchantId, now }: ListReader): SQL {
  const statuses = inArray(order.status, [...deskOrderTabs[tab].statuses]);
  const more: Partial<Record<DeskOrderTab, SQL | undefined>> = {
    stuck: hasStuckParcel(now),
    codes: lacksAskedCodes,
    quality: isHeldForQuality,
    late: isLate(now),
    hurried: isNotNull(order.hurriedAt),
    refusal_due: isRefusalOf(merchantId, now),
  };
  const own = more[tab];
  return own === undefined ? statuses : sql`${statuses} and ${own}`;
}
