/** The page of a company's e-invoices: its tab with what it shows (rules 19). */
import { z } from 'zod';
import { unset } from '#lib/contract/decode.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import { type InvoiceList, invoicesInput, type OpenInvoices } from '#lib/contract/invoices.ts';
import type { DeliveryWay } from '#lib/rules/invoices/delivery.ts';
import { monthOf } from '#lib/rules/orders/statements.ts';
import { findDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { openWays } from './delivery.ts';
import { listOpenInvoices } from './open.ts';
import { listInvoices } from './read.ts';
import { listTitles } from './titles.ts';

const tabs = ['open', 'running', 'done', 'void', 'titles'] as const;
type Tab = (typeof tabs)[number];

export const invoicePageInput = invoicesInput.omit({ state: true }).extend({
  /** Left out: the first one with something of the search in it. */
  tab: unset(z.enum(tabs, { error: '没有这个页签' }).optional()),
});
type PageValues = z.output<typeof invoicePageInput>;

/** Months in the box: as far back as an order can be invoiced. */
const shownMonths = 14;

export interface InvoicePageData {
  tab: Tab;
  open: OpenInvoices | null;
  invoices: InvoiceList | null;
  titles: TitleWire[];
  /** Where invoices can be delivered: titles are asked for these addresses alone. */
  ways: DeliveryWay[];
  counts: { open: number; running: number; done: number; void: number };
  months: string[];
}

export async function openInvoicePage(
  context: Context<'buyer'>,
  { tab: asked, ...search }: PageValues,
): Promise<InvoicePageData> {
  const [open, invoices, titles] = await Promise.all([
    listOpenInvoices(context, search),
    listInvoices(context, { ...search, state: asked === 'open' || asked === 'titles' ? undefined : asked }),
    listTitles(context).then(({ list }) => list),
  ]);
  const { running, failed, done, void: voided } = invoices.counts;
  const counts = { open: open.total, running: running + failed, done, void: voided };
  const tab = asked ?? firstTab(counts, search.no);
  // Without a tab in the address the invoices of all states were read.
  const isRead = asked !== undefined || tab === 'open';
  return {
    tab,
    open: tab === 'open' ? open : null,
    invoices:
      tab === 'open' || tab === 'titles'
        ? null
        : isRead
          ? invoices
          : await listInvoices(context, { ...search, state: tab }),
    titles,
    ways: openWays(),
    counts,
    months: monthsBack(context.now),
  };
}

/** For an order that was asked about, where its invoice is; else what can be invoiced. */
function firstTab(counts: InvoicePageData['counts'], no: string): Tab {
  if (no === '' || counts.open > 0) return 'open';
  if (counts.running > 0) return 'running';
  return counts.done > 0 ? 'done' : 'open';
}

/** The months up to this one, the newest first. */
function monthsBack(now: Date): string[] {
  const months: string[] = [];
  for (let at = now.getTime(); months.length < shownMonths; ) {
    const month = monthOf(at);
    months.push(month);
    at = (findDay(`${month}-01`) ?? at) - 1;
  }
  return months;
}
