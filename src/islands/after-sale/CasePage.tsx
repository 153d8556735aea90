import { useCallback, useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import {
  loadAfterSale,
  talkAfterSale,
  uploadPicture,
  withdrawAfterSale,
} from '#lib/client/stores/after-sale/after-sale.ts';
import { onNews } from '#lib/client/stores/live/events.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { AfterSaleDetail } from '#lib/contract/after-sale/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { CaseFacts } from './CaseFacts.tsx';
import { AppealForm, SendForm } from './CaseForms.tsx';
import { CaseThread } from './CaseThread.tsx';
import { TalkForm } from './TalkForm.tsx';

/** One case for the buyer: state, next acts, messages. */
export function CasePage({ initial }: { initial: AfterSaleDetail }) {
  const [found, setFound] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const { id } = initial;
  const reload = useCallback(async () => {
    await loadAfterSale(id).then(setFound, () => undefined);
  }, [id]);
  useEffect(() => onNews('order', () => void reload()), [reload]);

  async function withdraw() {
    const isMeant = await ask({
      title: '撤销申请',
      text: '撤销后这件售后结束；在售后期内可以重新申请。',
      confirm: '撤销申请',
      cancel: '再想想',
    });
    if (!isMeant) return;
    setBusy(true);
    try {
      setFound(await withdrawAfterSale(id));
      showToast('success', '已撤销');
    } catch (error) {
      react(error);
      await reload();
    }
    setBusy(false);
  }
  const may = (verb: string) => found.actions.some((one) => one.verb === verb);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <div className="panel-title flex-wrap">
          <h1>
            {found.kind_text}
            <span className="ml-2 text-small text-ink-2 font-400 num">售后单号 {found.id}</span>
          </h1>
          <Tag kind={found.is_open === 1 ? 'info' : 'plain'}>{found.status_text}</Tag>
          <span className="text-small font-400 text-ink-2">{found.merchant}</span>
          <span className="flex flex-wrap gap-2 ml-auto">
            <a
              className={buttonClass('plain', 'small')}
              href={path('/order/info/[id]', { id: found.order_no })}
            >
              查看订单
            </a>
            {may('withdraw') && (
              <Button kind="plain" size="small" busy={isBusy} onClick={() => void withdraw()}>
                撤销申请
              </Button>
            )}
          </span>
        </div>
        <CaseFacts found={found} />
      </section>
      {may('send') && <SendForm id={id} onDone={setFound} />}
      {may('appeal') && <AppealForm id={id} onDone={setFound} />}
      <CaseThread notes={found.notes}>
        {found.may_talk === 1 && (
          <TalkForm
            id={id}
            label="留言"
            hint="仅您的企业、商家和平台可见"
            upload={uploadPicture}
            send={talkAfterSale}
            onDone={setFound}
          />
        )}
      </CaseThread>
    </div>
  );
}
