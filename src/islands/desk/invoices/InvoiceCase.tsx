import { useState } from 'react';
import { InvoiceLines } from '#islands/invoices/InvoiceLines.tsx';
import { InvoiceParties } from '#islands/invoices/InvoiceParties.tsx';
import { RedForms } from '#islands/invoices/RedForms.tsx';
import { isBeingSent, isRedOpen, tagOf } from '#islands/invoices/words.ts';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { usePolled } from '#islands/ui/use-polled.ts';
import { loadDeskInvoice, resendDeskInvoice, retryDeskInvoice } from '#lib/client/stores/desk/invoices.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { invoiceFilePath, isOnItsWay } from '#lib/contract/invoice-files.ts';
import type { DeskInvoice } from '#lib/contract/invoices-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { CaseHead } from '../case/CaseHead.tsx';
import { KeyButton } from '../case/KeyButton.tsx';
import { EnterDialog } from './EnterDialog.tsx';
import { FilesDialog } from './FilesDialog.tsx';
import { RedDialog } from './RedDialog.tsx';
import { VoidDialog } from './VoidDialog.tsx';

const lookAgainMs = 3_000;

type Verb = DeskInvoice['actions'][number];

const keys = {
  retry: 'a',
  enter: 'e',
  files: 'f',
  resend: 's',
  red: 'r',
  void: 'v',
} as const satisfies Record<Verb, string>;
const texts = {
  retry: '重新开具',
  enter: '手工登记',
  files: '上传文件',
  resend: '重新发送',
  red: '冲红',
  void: '作废',
} as const satisfies Record<Verb, string>;

const questions = {
  retry: {
    title: '重新开具',
    text: '用新的流水号重新提交；订单或税率有变动的，或专票里有免税商品的，按现在的情况另开。',
    confirm: '重新开具',
    cancel: '取消',
  },
  resend: {
    title: '重新发送',
    text: '把发票文件再发一次到抬头的收票邮箱和收票手机。',
    confirm: '重新发送',
    cancel: '取消',
  },
} as const;

/** One invoice at a desk: why it is where it is, and what can be done. */
export function InvoiceCase({ initial }: { initial: DeskInvoice }) {
  const { id } = initial;
  const {
    now: invoice,
    take,
    look,
  } = usePolled(initial, {
    load: () => loadDeskInvoice(id),
    looks: (now) =>
      isBeingSent(now) || isOnItsWay(now) || isRedOpen(now.red) ? Number.POSITIVE_INFINITY : 0,
    everyMs: lookAgainMs,
  });
  const [dialog, setDialog] = useState<Verb | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  function done(now: DeskInvoice, text: string) {
    take(now);
    setDone(true);
    setDialog(null);
    showToast('success', text);
  }

  async function run(verb: 'retry' | 'resend') {
    if (!(await ask(questions[verb]))) return;
    setBusy(true);
    try {
      if (verb === 'retry') done(await retryDeskInvoice(id), '已重新提交');
      else setSent(await resendDeskInvoice(id));
    } catch (error) {
      react(error);
      look();
    }
    setBusy(false);
  }

  /** The case is not done by it: the person stays. */
  function setSent(now: DeskInvoice) {
    take(now);
    showToast('success', '已安排发送，结果在本页更新');
  }

  const shown = { id, onClose: () => setDialog(null), onDone: done };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CaseHead
        list="/desk/invoices"
        id={id}
        hrefOf={(of) => path('/desk/invoices/[id]', { id: of })}
        what="发票"
        title={
          <>
            {invoice.color === 'red' ? '红字发票' : '发票'}
            <span className="ml-2 text-small text-ink-2 font-400 num break-all">
              {invoice.number === '' ? invoice.serial : invoice.number}
            </span>
          </>
        }
        tags={<Tag kind={tagOf(invoice)}>{invoice.desk_state}</Tag>}
        acts={invoice.actions.map((verb, at) => (
          <KeyButton
            key={verb}
            keyName={keys[verb]}
            kind={at === 0 && verb !== 'red' ? 'primary' : 'plain'}
            busy={(verb === 'retry' || verb === 'resend') && isBusy}
            onClick={() => (verb === 'retry' || verb === 'resend' ? void run(verb) : setDialog(verb))}
          >
            {texts[verb]}
          </KeyButton>
        ))}
        isDone={isDone}
      >
        <div className="grid gap-1 px-3 md:px-4 pt-3 text-small" aria-live="polite">
          <p>
            <b className="font-600">{invoice.company}</b> · {invoice.merchant} · {invoice.asked_by} ·{' '}
            {invoice.provider}
            {invoice.attempt > 1 && <span className="num"> · 第{invoice.attempt}次</span>}
          </p>
          {invoice.fault !== '' && (
            <p className="text-price-ink">
              {invoice.fault}
              {invoice.fault_code !== '' && <span className="num">（{invoice.fault_code}）</span>}
            </p>
          )}
          {invoice.hint !== '' && <p className="text-ink-2">{invoice.hint}</p>}
          <p className="flex flex-wrap gap-x-4">
            {invoice.files.map((kind) => (
              <a key={kind} className="link" href={invoiceFilePath(id, kind)} download>
                下载{kind.toUpperCase()}
              </a>
            ))}
            {invoice.blue_id > 0 && (
              <a className="link" href={path('/desk/invoices/[id]', { id: invoice.blue_id })}>
                看蓝票
              </a>
            )}
          </p>
        </div>
        <InvoiceParties invoice={invoice} />
      </CaseHead>
      <InvoiceLines invoice={invoice} hrefOf={(no) => path('/desk/orders/[no]', { no })} />
      {invoice.reds.length > 0 && (
        <RedForms reds={invoice.reds} hrefOf={(of) => path('/desk/invoices/[id]', { id: of })} />
      )}
      <section className="panel" aria-labelledby="events">
        <h2 id="events" className="panel-title">
          经过
        </h2>
        <ol className="grid gap-2 px-3 md:px-4 py-3 text-small">
          {invoice.events.map((event) => (
            <li key={`${event.at}-${event.text}-${event.note}`} className="flex flex-wrap gap-x-3">
              <time dateTime={event.at} className="text-note text-ink-2 num">
                {momentText(event.at)}
              </time>
              <b className="font-500">{event.text}</b>
              <span className="text-ink-2 break-all">{event.note}</span>
            </li>
          ))}
        </ol>
      </section>
      {dialog === 'enter' && <EnterDialog {...shown} />}
      {dialog === 'files' && <FilesDialog {...shown} files={invoice.files} />}
      {dialog === 'red' && <RedDialog {...shown} amount={invoice.gross_amount} />}
      {dialog === 'void' && <VoidDialog {...shown} />}
    </div>
  );
}
