import { useState } from 'react';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { loadTransfer } from '#lib/client/stores/desk/transfers.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskTransferCase, DeskTransferWire } from '#lib/contract/transfers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { CaseHead } from '../case/CaseHead.tsx';
import { KeyButton } from '../case/KeyButton.tsx';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { VoucherLink, VoucherTwins } from './VoucherLink.tsx';

/** One bank transfer: what it has to pay, its voucher, what came, and what was done. */
export function TransferPage({ initial }: { initial: DeskTransferCase }) {
  const [found, setFound] = useState(initial);
  const [act, setAct] = useState<'receive' | 'refuse' | 'undo' | null>(null);
  const [isDone, setDone] = useState(false);
  const close = () => setAct(null);

  function finish(now: DeskTransferWire) {
    setFound((before) => ({ ...before, ...now }));
    setDone(true);
    close();
    loadTransfer(now.no).then(setFound, react);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CaseHead
        list="/desk/transfers"
        id={found.no}
        hrefOf={(no) => path('/desk/transfers/[no]', { no })}
        what="转账"
        title={`转账${found.no}`}
        isDone={isDone}
        tags={
          <>
            <Tag kind={found.may_refuse === 1 ? 'warn' : 'soft'}>{found.state_text}</Tag>
            {found.waits.map((text) => (
              <Tag key={text} kind="warn">
                {text}
              </Tag>
            ))}
          </>
        }
        acts={
          <>
            <KeyButton keyName="a" onClick={() => setAct('receive')}>
              登记到账
            </KeyButton>
            {found.may_refuse === 1 && (
              <KeyButton keyName="r" kind="plain" onClick={() => setAct('refuse')}>
                驳回
              </KeyButton>
            )}
            {found.receipts.length > 0 && (
              <KeyButton keyName="u" kind="plain" onClick={() => setAct('undo')}>
                撤销到账
              </KeyButton>
            )}
          </>
        }
      >
        <Facts found={found} />
      </CaseHead>
      <Voucher found={found} />
      <Receipts found={found} />
      <Log log={found.log} />
      {act === 'receive' && <ReceiveDialog row={found} onClose={close} onDone={finish} />}
      {act === 'undo' && <UndoDialog row={found} onClose={close} onDone={finish} />}
      {act === 'refuse' && <RefuseDialog row={found} onClose={close} onDone={finish} />}
    </div>
  );
}

function Facts({ found }: { found: DeskTransferWire }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 m-0 px-3 md:px-4 py-3 text-small [&>dt]:text-ink-2 [&>dd]:m-0">
      <dt>企业</dt>
      <dd>
        <a className="link" href={path('/desk/companies/[id]', { id: found.company_id })}>
          {found.company}
        </a>
      </dd>
      <dt>应付</dt>
      <dd className="num">
        <b>¥{showYuan(found.amount)}</b>
        {found.received !== '0.00' && `，已到账¥${showYuan(found.received)}，还差¥${showYuan(found.lacks)}`}
        {found.cancelled > 0 && (
          <span className="text-price">
            ，{found.orders}个订单中{found.cancelled}个已取消
          </span>
        )}
      </dd>
      <dt>交易</dt>
      <dd className="flex flex-wrap gap-x-3">
        {found.trades.map((no) => (
          <a key={no} className="link num" href={path('/desk/orders', undefined, { q: no })}>
            {no}
          </a>
        ))}
      </dd>
      <dt>提交凭证</dt>
      <dd className="num">{found.submitted_at === '' ? '还没有' : momentText(found.submitted_at)}</dd>
      {found.reason !== '' && (
        <>
          <dt>驳回原因</dt>
          <dd>{found.reason}</dd>
        </>
      )}
    </dl>
  );
}

/** The voucher beside the facts: a picture is seen without a press. */
function Voucher({ found: { file, twins } }: { found: DeskTransferWire }) {
  return (
    <section className="panel" aria-labelledby="voucher">
      <div className="panel-title">
        <h2 id="voucher">转账凭证</h2>
        <span className="ml-auto text-small font-400">
          <VoucherLink file={file} />
        </span>
      </div>
      <div className="px-3 md:px-4 py-3 text-small">
        <VoucherTwins twins={twins} />
        {file === null ? (
          <p className="text-ink-2">买家没有上传转账凭证，请按银行流水核对金额和付款人。</p>
        ) : file.kind === 'pdf' ? (
          <p className="text-ink-2">凭证是PDF，请打开查看。</p>
        ) : (
          <img className="block max-w-full max-h-420px" src={file.full_url} alt="转账凭证" />
        )}
      </div>
    </section>
  );
}

function Receipts({ found: { receipts } }: { found: DeskTransferWire }) {
  if (receipts.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="money">
      <h2 id="money" className="panel-title">
        到账
      </h2>
      <ul className="grid gap-1 m-0 px-3 md:px-4 py-3 list-none text-small">
        {receipts.map((one) => (
          <li key={one.serial} className="num">
            ¥{showYuan(one.amount)}，流水号{one.serial}，{one.received_on}，由{one.staff}登记
            {one.is_settled === 0 && '，等待补足'}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Log({ log }: { log: DeskTransferCase['log'] }) {
  return (
    <section className="panel" aria-labelledby="log">
      <h2 id="log" className="panel-title">
        经过
      </h2>
      {log.length === 0 ? (
        <p className="px-3 md:px-4 py-3 text-small text-ink-2">还没有人处理过。</p>
      ) : (
        <ol className="grid gap-1 m-0 px-3 md:px-4 py-3 list-none text-small">
          {log.map(({ id, at, act_text: act, who, text }) => (
            <li key={id} className="flex flex-wrap gap-x-2">
              <span className="num text-ink-2">{momentText(at)}</span>
              <span>{act}</span>
              <span className="text-ink-2">{who}</span>
              <span className="num break-all">{text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
