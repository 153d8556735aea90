import type { ReactNode } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { usePolled } from '#islands/ui/use-polled.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { type InvoicesAsked, loadInvoices } from '#lib/client/stores/invoices.ts';
import { invoiceFilePath, invoiceZipPath } from '#lib/contract/invoice-files.ts';
import type { InvoiceRow, InvoiceList as ListWire } from '#lib/contract/invoices.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';
import { isRedOpen, ordersText, tagOf } from './words.ts';

/** Milliseconds between two looks while invoices are on their way. */
const lookAgainMs = 3_000;

interface Props {
  initial: ListWire;
  asked: InvoicesAsked;
}

/** Invoices of one tab: those on their way are looked at again by themselves; issued ones are downloaded, one or many. */
export function InvoiceList({ initial, asked }: Props) {
  const isRunning = asked.state === 'running';
  const { list, counts } = usePolled(initial, {
    load: () => loadInvoices(asked),
    looks: (now) => (isRunning && now.counts.running > 0 ? Number.POSITIVE_INFINITY : 0),
    everyMs: lookAgainMs,
  }).now;
  const ticks = useTicks(list.flatMap(({ id, files }) => (files.length > 0 ? [id] : [])));

  // Progress counts invoices that were waiting when the page was opened.
  const begun = Math.max(initial.counts.running, counts.running);
  const ended = begun - counts.running;
  return (
    <>
      {isRunning && begun + counts.failed > 0 && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 md:px-4 py-2.5 text-small num border-b border-b-solid border-line"
        >
          {begun > 0 && (
            <span>
              {counts.running > 0 ? `正在开${counts.running}张` : '都已处理'}
              {ended > 0 && `，已处理${ended}张`}
            </span>
          )}
          {counts.failed > 0 && <span className="text-promo-ink">{counts.failed}张受阻，商家正在处理</span>}
          {begun > 0 && <progress className="w-120px" aria-label="开票进度" max={begun} value={ended} />}
        </p>
      )}
      {list.length === 0 ? (
        <Empty
          icon="i-lucide-receipt"
          title={isRunning ? '没有正在开的发票' : '没有符合条件的发票'}
          text={
            isRunning
              ? '申请的发票通常一分钟内开出，开出后在“已开票”里。'
              : '在“可开票”里选择订单或月份申请开票。'
          }
        >
          <a
            className={buttonClass('ghost')}
            href={path('/zzfw/dzfp', undefined, isRunning ? { tab: 'done' } : {})}
          >
            {isRunning ? '看已开票' : '去开票'}
          </a>
        </Empty>
      ) : (
        <ul>
          {list.map((one) => (
            <Row
              key={one.id}
              invoice={one}
              tick={
                isRunning ? null : (
                  <Tick
                    label={`选择发票${one.number}`}
                    isOn={ticks.has(one.id)}
                    isDisabled={!ticks.can(one.id)}
                    onChange={(isOn, withShift) => ticks.set(one.id, isOn, withShift)}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
      {!isRunning && list.length > 0 && (
        <SelectionBar ticks={ticks} count={`已选${ticks.ids.length}张`}>
          {ticks.ids.length === 0 ? (
            <Button disabled>打包下载</Button>
          ) : (
            <a className={buttonClass()} href={invoiceZipPath(ticks.ids)} download>
              打包下载
            </a>
          )}
        </SelectionBar>
      )}
    </>
  );
}

function Row({ invoice, tick }: { invoice: InvoiceRow; tick: ReactNode }) {
  const { id, red } = invoice;
  return (
    <li className="flex items-start gap-3 px-3 md:px-4 py-2.5 border-b border-b-solid border-line last:border-b-0">
      {tick}
      <div className="min-w-0 flex-1 grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Tag kind={tagOf(invoice)}>{invoice.state_text}</Tag>
          <a className="link font-600 num break-all" href={path('/zzfw/dzfp/[id]', { id })}>
            {invoice.number === '' ? `申请${id}` : invoice.number}
          </a>
          <span>{invoice.merchant}</span>
          {isRedOpen(red) && <Tag kind="promo">冲红：{red.state_text}</Tag>}
          {invoice.red_amount !== '0.00' && (
            <span className="text-small text-promo-ink num">已冲红¥{showYuan(invoice.red_amount)}</span>
          )}
        </p>
        <p className="text-small text-ink-2 break-words">
          {invoice.kind_text} · {invoice.title_name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-note text-ink-2 num">
          <span className="break-all">订单 {ordersText(invoice)}</span>
          <time dateTime={invoice.issued_at ?? invoice.created_at}>
            {invoice.issued_at === null ? '申请' : '开具'}{' '}
            {momentText(invoice.issued_at ?? invoice.created_at)}
          </time>
        </p>
      </div>
      <div className="grid gap-1 justify-items-end">
        <b className="font-600 num whitespace-nowrap">{showAmount(invoice.gross_amount)}</b>
        <p className="flex gap-3 text-small">
          {invoice.state === 'issued' && invoice.files.length === 0 && (
            <span className="text-ink-2">文件还没有生成</span>
          )}
          {invoice.files.map((kind) => (
            <a
              key={kind}
              className="link"
              href={invoiceFilePath(id, kind)}
              download
              aria-label={`下载${kind.toUpperCase()} ${invoice.number}`}
            >
              {kind.toUpperCase()}
            </a>
          ))}
        </p>
      </div>
    </li>
  );
}
