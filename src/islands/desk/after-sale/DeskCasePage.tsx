import { useRef, useState } from 'react';
import { CaseFacts } from '#islands/after-sale/CaseFacts.tsx';
import { CaseThread } from '#islands/after-sale/CaseThread.tsx';
import { TalkForm } from '#islands/after-sale/TalkForm.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { arriveCase, talkAtDesk, uploadForCase } from '#lib/client/stores/desk/after-sale.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskAfterSaleDetail } from '#lib/contract/after-sale/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { CaseHead } from '../case/CaseHead.tsx';
import { KeyButton } from '../case/KeyButton.tsx';
import { DecideDialog, decisions } from './DecideDialog.tsx';

/** Keys of the decisions: at most one of those with the same key is open at a time. */
const keyNames: Record<keyof typeof decisions, string> = {
  agree: 'a',
  accept: 'a',
  waive: 'w',
  refuse: 'r',
  repay: 'p',
};

interface Props {
  initial: DeskAfterSaleDetail;
  /** The viewer may open the order's own page. */
  seesOrders: boolean;
}

/** One case at a desk: the request, its cost, the messages, and the decision. */
export function DeskCasePage({ initial, seesOrders }: Props) {
  const [found, setFound] = useState(initial);
  const [deciding, setDeciding] = useState<keyof typeof decisions | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const talk = useRef<HTMLDivElement>(null);

  async function arrive() {
    setBusy(true);
    try {
      setFound(await arriveCase(found.id));
      setDone(true);
      showToast('success', '已登记到货，请在48小时内验收');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CaseHead
        list="/desk/aftersale"
        id={found.id}
        hrefOf={(id) => path('/desk/aftersale/[id]', { id })}
        what="售后单"
        title={
          <>
            {found.kind_text}
            <span className="ml-2 text-small text-ink-2 font-400">售后单号 {found.id}</span>
          </>
        }
        tags={<Tag kind={found.is_open === 1 ? 'warn' : 'soft'}>{found.status_text}</Tag>}
        acts={
          <>
            {found.actions.map(({ verb, text }) =>
              isKeyOf(decisions, verb) ? (
                <KeyButton
                  key={verb}
                  keyName={keyNames[verb]}
                  kind={verb === 'refuse' || verb === 'repay' ? 'plain' : 'primary'}
                  onClick={() => setDeciding(verb)}
                >
                  {text}
                </KeyButton>
              ) : (
                <KeyButton key={verb} keyName="a" busy={isBusy} onClick={() => void arrive()}>
                  {text}
                </KeyButton>
              ),
            )}
            <KeyButton
              keyName="n"
              kind="plain"
              onClick={() => talk.current?.querySelector('textarea')?.focus()}
            >
              留言
            </KeyButton>
          </>
        }
        isDone={isDone}
        hasNote
      >
        <p className="px-3 md:px-4 pt-3 text-small">
          {found.company} <span className="num">{found.buyer_phone}</span> · {found.merchant} · 订单{' '}
          {seesOrders ? (
            <a className="link num" href={path('/desk/orders/[no]', { no: found.order_no })}>
              {found.order_no}
            </a>
          ) : (
            <span className="num">{found.order_no}</span>
          )}
        </p>
        <CaseFacts found={found} />
      </CaseHead>
      <div ref={talk}>
        <CaseThread notes={found.notes}>
          <TalkForm
            id={found.id}
            label="留言（买家会看到）"
            hint="买家、商家和平台可见"
            upload={(file) => uploadForCase(found.id, file)}
            send={talkAtDesk}
            onDone={setFound}
          />
        </CaseThread>
      </div>
      {deciding !== null && (
        <DecideDialog
          found={found}
          verb={deciding}
          onClose={() => setDeciding(null)}
          onDone={(now) => {
            setFound(now);
            setDone(true);
            setDeciding(null);
          }}
        />
      )}
    </div>
  );
}
