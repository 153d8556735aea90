/** An invoice on its way to the tax bureau (rules 19). */
import { isOneOf, keysOf } from '../terms/keys.ts';

/** blue: a sale. red: what is taken back of a blue one. */
export const invoiceColors = ['blue', 'red'] as const;

/** net: a line has what was paid. discount: a line has the price before discounts, the next one the discount. */
export const invoiceForms = { net: '净价', discount: '折扣行' } as const;
export type InvoiceForm = keyof typeof invoiceForms;
export const invoiceFormKeys = keysOf(invoiceForms);

/** Names of the ways to issue, also of those that are not set up here: old invoices carry them. */
export const invoiceProviders = { nuonuo: '诺诺', demo: '演示开票', manual: '手工开票' } as const;

/** Who asked for an invoice; auto: by itself after shipping. */
export const invoiceAskers = ['buyer', 'merchant', 'auto', 'platform'] as const;
export type InvoiceAsker = (typeof invoiceAskers)[number];

/** XML is the original; PDF and OFD are views of it. */
export const invoiceFileKinds = ['pdf', 'ofd', 'xml'] as const;
export type InvoiceFileKind = (typeof invoiceFileKinds)[number];

/**
 * waiting: stored, not sent yet. sent: sent, not answered yet, or the answer was lost. running: the provider works on it.
 * unsealed: it has a number and lacks the seal of its file. void: never issued, or taken back by the bureau.
 */
export type InvoiceState = 'waiting' | 'sent' | 'running' | 'unsealed' | 'issued' | 'failed' | 'void';

/**
 * send: it goes to the provider. run, issue, unseal, fail, void: the provider answers so; issue is also entered by hand,
 * void also by who asked, before it is sent. retry: a failed one is sent again under a new serial.
 */
export type InvoiceEvent = 'send' | 'run' | 'issue' | 'unseal' | 'fail' | 'void' | 'retry';

type Row = {
  text: string;
  buyerText: string;
  /** What happens next, for the desk. */
  hint: string;
  isLive: boolean;
  next: Partial<Record<InvoiceEvent, InvoiceState>>;
};

const answers = {
  run: 'running',
  issue: 'issued',
  unseal: 'unsealed',
  fail: 'failed',
  void: 'void',
} as const;

/** isLive: its amounts are invoiced, or will be. */
export const invoiceStates = {
  waiting: {
    text: '待提交',
    buyerText: '开票中',
    hint: '系统会自动提交，也可以手工登记发票号码',
    isLive: true,
    next: { send: 'sent', issue: 'issued', fail: 'failed', void: 'void' },
  },
  sent: {
    text: '已提交',
    buyerText: '开票中',
    hint: '系统会自动查询结果',
    isLive: true,
    next: { ...answers },
  },
  running: {
    text: '开具中',
    buyerText: '开票中',
    hint: '系统会自动查询结果',
    isLive: true,
    next: { ...answers },
  },
  unsealed: {
    text: '待签章',
    buyerText: '开票中',
    hint: '发票已生成，版式文件签章失败，系统会用原流水号重新提交',
    isLive: true,
    next: { ...answers, send: 'sent' },
  },
  issued: {
    text: '已开具',
    buyerText: '已开具',
    hint: '退款后请冲红',
    isLive: true,
    next: { void: 'void' },
  },
  failed: {
    text: '开具失败',
    buyerText: '开票受阻，商家正在处理',
    hint: '请按原因处理后重新开具，或手工登记发票号码',
    isLive: false,
    next: { retry: 'waiting', issue: 'issued', void: 'void' },
  },
  void: {
    text: '已作废',
    buyerText: '已作废',
    hint: '金额可以重新开票',
    isLive: false,
    next: {},
  },
} satisfies Record<InvoiceState, Row>;

export const allInvoiceStates = keysOf(invoiceStates);

const rows: Record<InvoiceState, Row> = invoiceStates;

/** States whose amounts count as invoiced. */
export const liveInvoiceStates: readonly InvoiceState[] = allInvoiceStates.filter(
  (state) => invoiceStates[state].isLive,
);

/** States in which the job sends or asks. */
export const openInvoiceStates = [
  'waiting',
  'sent',
  'running',
  'unsealed',
] as const satisfies readonly InvoiceState[];

export function isInvoiceOpen(state: InvoiceState): boolean {
  return isOneOf(openInvoiceStates, state);
}

/** The state after an event; null where the event does not change this state. */
export function nextInvoiceState(state: InvoiceState, event: InvoiceEvent): InvoiceState | null {
  return rows[state].next[event] ?? null;
}

/** What is written about an invoice, in its own words. */
export const invoiceActs = {
  asked: '申请开票',
  sent: '提交',
  running: '开具中',
  unsealed: '待签章',
  issued: '已开具',
  failed: '开具失败',
  void: '作废',
  retried: '重新开具',
  entered: '手工登记',
  stored: '保存文件',
  delivered: '已发送',
  resent: '重新发送',
  red_asked: '发起冲红',
  red_moved: '红字确认单变化',
  noted: '备注',
} as const;
export const invoiceActKeys = keysOf(invoiceActs);
