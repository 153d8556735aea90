// @unocss-include: this file has the icons of the navigation, and .ts files are not scanned for classes otherwise.
/**
 * The side navigation of the desks: groups of pages, in order. Titles and permissions are in the route table. This file is
 * apart from it because pages of the shop load the route table.
 */
import type { Side } from '#lib/rules/companies/staff.ts';
import type { RoutePath } from '../routes.ts';

interface DeskGroup {
  /** Empty for the entries above all groups. */
  title: string;
  /** Title for a merchant's people where it differs. */
  titleForMerchants?: string;
  /** Icon of each page. */
  entries: { readonly [page in RoutePath]?: string };
}

export const deskGroups = [
  { title: '', entries: { '/desk': 'i-lucide-list-todo' } },
  {
    title: '交易',
    entries: {
      '/desk/orders': 'i-lucide-clipboard-list',
      '/desk/dispatch': 'i-lucide-truck',
      '/desk/aftersale': 'i-lucide-undo-2',
      '/desk/payments': 'i-lucide-receipt-text',
    },
  },
  {
    title: '客服',
    entries: {
      '/desk/chat': 'i-lucide-headset',
      '/desk/chat-records': 'i-lucide-messages-square',
      '/desk/chat-figures': 'i-lucide-message-square-more',
      '/desk/chat-held': 'i-lucide-message-square-warning',
      '/desk/chat-words': 'i-lucide-message-square-off',
    },
  },
  {
    title: '商品与质量',
    entries: {
      '/desk/goods': 'i-lucide-pill',
      '/desk/tax': 'i-lucide-percent',
      '/desk/changes': 'i-lucide-list-checks',
      '/desk/lots': 'i-lucide-boxes',
      '/desk/lot-imports': 'i-lucide-file-up',
      '/desk/packs': 'i-lucide-scan-barcode',
      '/desk/stops': 'i-lucide-circle-pause',
      '/desk/catalogue': 'i-lucide-file-up',
      '/desk/onboarding': 'i-lucide-file-check-2',
      '/desk/prices': 'i-lucide-tag',
      '/desk/proposals': 'i-lucide-handshake',
      '/desk/wanted': 'i-lucide-package-search',
      '/desk/grants': 'i-lucide-key-round',
      '/desk/controlled': 'i-lucide-key-round',
    },
  },
  {
    title: '企业',
    titleForMerchants: '店铺',
    entries: {
      '/desk/review': 'i-lucide-stamp',
      '/desk/companies': 'i-lucide-building-2',
      '/desk/letters': 'i-lucide-send',
      '/desk/papers': 'i-lucide-calendar-clock',
      '/desk/contracts': 'i-lucide-file-signature',
      '/desk/contract-texts': 'i-lucide-file-pen-line',
      '/desk/licences': 'i-lucide-scroll-text',
      '/desk/merchants': 'i-lucide-store',
      '/desk/merchant': 'i-lucide-store',
      '/desk/contact': 'i-lucide-map-pin',
      '/desk/feedback': 'i-lucide-message-square-text',
    },
  },
  {
    title: '营销',
    entries: {
      '/desk/live': 'i-lucide-radio',
      '/desk/live-questions': 'i-lucide-message-circle-question-mark',
      '/desk/live-figures': 'i-lucide-chart-no-axes-column',
      '/desk/points-goods': 'i-lucide-gift',
      '/desk/points-orders': 'i-lucide-package-open',
      '/desk/wheels': 'i-lucide-ferris-wheel',
      '/desk/draws': 'i-lucide-ticket',
      '/desk/point-tasks': 'i-lucide-list-plus',
      '/desk/own-tasks': 'i-lucide-handshake',
      '/desk/sign-rules': 'i-lucide-calendar-cog',
    },
  },
  {
    title: '资金',
    entries: {
      '/desk/figures': 'i-lucide-chart-column',
      '/desk/points-report': 'i-lucide-coins',
      '/desk/money': 'i-lucide-wallet',
      '/desk/transfers': 'i-lucide-landmark',
      '/desk/refunds': 'i-lucide-rotate-ccw',
      '/desk/payouts': 'i-lucide-hand-coins',
      '/desk/countersign': 'i-lucide-user-check',
      '/desk/bills': 'i-lucide-scale',
      '/desk/account-book': 'i-lucide-book-open-text',
      '/desk/statements': 'i-lucide-file-spreadsheet',
      '/desk/flows': 'i-lucide-git-compare-arrows',
    },
  },
  {
    title: '发票',
    entries: {
      '/desk/invoices': 'i-lucide-receipt',
      '/desk/red-forms': 'i-lucide-file-minus-2',
      '/desk/invoice-sellers': 'i-lucide-landmark',
      '/desk/invoice-seller': 'i-lucide-settings-2',
    },
  },
  {
    title: '系统',
    entries: {
      '/desk/first-day': 'i-lucide-rocket',
      '/desk/settings': 'i-lucide-sliders-horizontal',
      '/desk/staff': 'i-lucide-users',
      '/desk/notices': 'i-lucide-bell',
      '/desk/jobs': 'i-lucide-cog',
      '/desk/audit': 'i-lucide-history',
      '/desk/account': 'i-lucide-circle-user',
    },
  },
] as const satisfies readonly DeskGroup[];

/** A page of the desk that a person may open. */
export interface DeskPage {
  href: string;
  title: string;
}

export interface DeskEntry extends DeskPage {
  icon: string;
}

export interface DeskSection {
  title: string;
  entries: DeskEntry[];
}

/** These pages by their groups. A group without any of them is left out. */
export function groupPages(pages: readonly DeskPage[], side: Side): DeskSection[] {
  const groups: readonly DeskGroup[] = deskGroups;
  return groups
    .map(({ title, titleForMerchants = title, entries }) => ({
      title: side === 'merchant' ? titleForMerchants : title,
      entries: Object.entries(entries).flatMap(([href, icon]) =>
        pages.filter((page) => page.href === href).map((page) => ({ ...page, icon })),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Icon of a page in the navigation; empty for one without an entry. */
export function pageIcon(page: RoutePath): string {
  const groups: readonly DeskGroup[] = deskGroups;
  return groups.map(({ entries }) => entries[page]).find((icon) => icon !== undefined) ?? '';
}

/** Cookie with a person's choice of a wide or a narrow navigation; without it the window's width decides. */
export const deskNavCookie = 'yp_desk_nav';
export type DeskNavWidth = 'wide' | 'narrow';

/** The choice in a cookie, or undefined for none and for any other text. */
export function readNavWidth(text: string | undefined): DeskNavWidth | undefined {
  return text === 'wide' || text === 'narrow' ? text : undefined;
}
