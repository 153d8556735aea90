import { useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { usePolled } from '#islands/ui/use-polled.ts';
import {
  askOwnRedAgain,
  cancelInvoice,
  loadInvoice,
  redInvoice,
  resendInvoice,
  revokeOwnRed,
} from '#lib/client/stores/invoices.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { chatHref } from '#lib/contract/chat/href.ts';
import { invoiceFilePath, isOnItsWay } from '#lib/contract/invoice-files.ts';
import type { InvoiceDetail } from '#lib/contract/invoices.ts';
import { path } from '#lib/contract/routes.ts';
import { InvoiceLines } from './InvoiceLines.tsx';
import { InvoiceParties } from './InvoiceParties.tsx';
import { RedForms } from './RedForms.tsx';
import { isBeingSent, isRedOpen, resentText, tagOf, wasIssuedLately } from './words.ts';

const lookAgainMs = 3_000;
/** Files and their sending follow an issued invoice within a minute; one entered by hand may have none. */
const looksForFiles = 20;

interface Props {
  initial: InvoiceDetail;
  /** False for people of a frozen company, who only look. */
  mayAct: boolean;
}

const questions = {
  cancel: {
    title: '取消开票申请',
    text: '取消后，这些订单回到可开票，可以重新申请。',
    confirm: '取消申请',
    cancel: '再想想',
  },
  red: {
    title: '抬头开错，冲红重开',
    text: '整张发票会发起红字确认单，专票已抵扣的还需要您在电子税务局确认。红字发票开出后，这些订单回到可开票，再用正确的抬头申请。',
    confirm: '申请冲红',
    cancel: '再想想',
  },
  revoke: {
    title: '撤销红字确认单',
    text: '这张确认单是您在电子税务局发起的，只能在那里撤销。撤销后点“已撤销”，这里会向税务局核对。撤销后发票不会冲红，有退款的商家会重新发起。',
    confirm: '已撤销',
    cancel: '再想想',
  },
  again: {
    title: '重新申请冲红',
    text: '用新的流水号重新发起红字确认单，金额按现在的退款情况计算。需要您确认的，请在72小时内到电子税务局确认。',
    confirm: '重新申请',
    cancel: '再想想',
  },
} as const;

const works = {
  cancel: { send: cancelInvoice, text: '已取消，订单回到可开票' },
  red: { send: redInvoice, text: '已发起冲红，进度在下面看' },
  resend: { send: resendInvoice, text: resentText },
  revoke: { send: revokeOwnRed, text: '确认单已撤销' },
  again: { send: askOwnRedAgain, text: '已重新申请，进度在下面看' },
} as const;

function looksOf(invoice: InvoiceDetail): number {
  if (isOnItsWay(invoice) || isRedOpen(invoice.red)) return Number.POSITIVE_INFINITY;
  const lacksFiles = invoice.state === 'issued' && (invoice.files.length === 0 || isBeingSent(invoice));
  // Its sending is written down a moment after its files.
  return lacksFiles || wasIssuedLately(invoice) ? looksForFiles : 0;
}

/** One invoice of the company: its state, files, parties, lines, red forms, and what happened. */
export function InvoicePage({ initial, mayAct }: Props) {
  const { id } = initial;
  const {
    now: invoice,
    take,
    look,
  } = usePolled(initial, {
    load: () => loadInvoice(id),
    looks: looksOf,
    everyMs: lookAgainMs,
  });
  const [busy, setBusy] = useState<keyof typeof works | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  /** `of`: the invoice, or its red form. */
  async function run(verb: keyof typeof works, of = id) {
    if (verb !== 'resend' && !(await ask(questions[verb]))) return;
    setBusy(verb);
    try {
      const { send, text } = works[verb];
      const now = await send(of);
      take(now);
      showToast('success', typeof text === 'string' ? text : text(now));
      // The pressed button may be gone.
      title.current?.focus();
    } catch (error) {
      react(error);
      look();
    }
    setBusy(null);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <h1 ref={title} tabIndex={-1} className="panel-title flex-wrap outline-none">
          {invoice.color === 'red' ? '红字发票' : '发票'}
          <span className="text-small font-400 text-ink-2 num break-all">
            {invoice.number === '' ? `申请${id}` : invoice.number}
          </span>
          <a
            className="link ml-auto text-small font-400"
            href={chatHref(invoice.merchant_id, {
              kind: 'invoice',
              ref: id,
              title: `发票${invoice.number === '' ? `申请${id}` : invoice.number}`,
            })}
            data-chat
            data-drawer-button
          >
            联系商家
          </a>
          <a className="link text-small font-400" href={path('/zzfw/dzfp')}>
            全部发票
          </a>
        </h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 border-b border-b-solid border-line">
          <p className="flex flex-wrap items-center gap-2 min-w-0" aria-live="polite">
            <Tag kind={tagOf(invoice)}>{invoice.state_text}</Tag>
            {isRedOpen(invoice.red) && <Tag kind="promo">冲红：{invoice.red.state_text}</Tag>}
            {isOnItsWay(invoice) && (
              <span className="text-small text-ink-2">通常一分钟内开出，页面会自动更新</span>
            )}
          </p>
          <div className="flex flex-wrap gap-2 ml-auto">
            {mayAct && invoice.may_red === 1 && (
              <Button kind="plain" busy={busy === 'red'} onClick={() => void run('red')}>
                抬头开错，冲红重开
              </Button>
            )}
            {mayAct && invoice.may_cancel === 1 && (
              <Button kind="plain" busy={busy === 'cancel'} onClick={() => void run('cancel')}>
                取消申请
              </Button>
            )}
            {mayAct && invoice.may_resend === 1 && (
              <Button kind="plain" busy={busy === 'resend'} onClick={() => void run('resend')}>
                重新发送
              </Button>
            )}
            {invoice.files.map((kind) => (
              <a
                key={kind}
                className={buttonClass(kind === 'pdf' ? 'primary' : 'ghost')}
                href={invoiceFilePath(id, kind)}
                download
              >
                下载{kind.toUpperCase()}
              </a>
            ))}
          </div>
        </div>
        <InvoiceParties invoice={invoice} />
      </section>
      <InvoiceLines invoice={invoice} hrefOf={(no) => path('/order/info/[id]', { id: no })} />
      {invoice.reds.length > 0 && (
        <RedForms
          reds={invoice.reds}
          hrefOf={(of) => path('/zzfw/dzfp/[id]', { id: of })}
          {...(mayAct && {
            acts: {
              busy: busy === 'revoke' || busy === 'again' ? busy : null,
              onPress: (verb, form) => void run(verb, form),
            },
          })}
        />
      )}
      <section className="panel" aria-labelledby="events">
        <h2 id="events" className="panel-title">
          发票动态
        </h2>
        <ol className="grid gap-2 px-4 py-3 text-small">
          {invoice.events.map((event) => (
            <li key={`${event.at}-${event.text}-${event.note}`} className="flex flex-wrap gap-x-3">
              <time dateTime={event.at} className="text-note text-ink-2 num">
                {momentText(event.at)}
              </time>
              <b className="font-500">{event.text}</b>
              {event.note !== '' && <span className="text-ink-2">{event.note}</span>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
