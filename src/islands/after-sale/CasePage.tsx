import { useCallback, useState } from 'react';
import { useNews } from '#islands/shell/use-news.ts';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import {
  appealAfterSale,
  loadAfterSale,
  sendAfterSale,
  talkAfterSale,
  uploadPicture,
  withdrawAfterSale,
} from '#lib/client/stores/after-sale.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { AfterSaleDetail } from '#lib/contract/after-sale/calls.ts';
import { chatHref } from '#lib/contract/chat/href.ts';
import { path } from '#lib/contract/routes.ts';
import { CaseFacts } from './CaseFacts.tsx';
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
  useNews('order', () => void reload());

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
            <a
              className={buttonClass('plain', 'small')}
              href={chatHref(found.merchant_id, {
                kind: 'aftersale',
                ref: id,
                title: `${found.kind_text} 售后单号${id}`,
              })}
              data-chat
              data-drawer-button
            >
              联系商家
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

interface Props {
  id: number;
  onDone: (found: AfterSaleDetail) => void;
}

/** The return shipment. */
function SendForm({ id, onDone }: Props) {
  const { form, field, isBusy } = useForm({
    names: ['carrier', 'tracking_no'],
    check: ({ carrier, tracking_no: no }) => ({
      ...(carrier.trim().length < 2 && { carrier: '请填写承运方' }),
      ...(!/^[A-Za-z0-9-]{5,40}$/.test(no.trim()) && { tracking_no: '运单号须为5到40位字母、数字或短横' }),
    }),
    send: ({ carrier, tracking_no: no }) =>
      sendAfterSale({ id, carrier: carrier.trim(), tracking_no: no.trim() }),
    onSent(found) {
      onDone(found);
      showToast('success', '已提交寄回单号');
    },
  });
  return (
    <section className="panel" aria-labelledby="send-back">
      <h2 id="send-back" className="panel-title">
        寄回商品
        <a className={buttonClass('plain', 'small', 'ml-auto')} href={path('/order/sh/[id]/label', { id })}>
          打印寄回单
        </a>
      </h2>
      <form {...form} className="grid gap-3 p-3 md:p-4 sm:grid-cols-[1fr_1fr_auto] items-start">
        <Field label="承运方" maxLength={50} required {...field('carrier')} />
        <Field label="运单号" maxLength={40} required {...field('tracking_no')} />
        <div className="sm:mt-7">
          <Button type="submit" busy={isBusy}>
            提交寄回单号
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Why the platform shall look at a refusal. */
function AppealForm({ id, onDone }: Props) {
  const { form, field, isBusy } = useForm({
    names: ['text'],
    check: ({ text }) => (text.trim().length < 2 ? { text: '请写明理由' } : {}),
    send: ({ text }) => appealAfterSale(id, text.trim()),
    onSent(found) {
      onDone(found);
      showToast('success', '已转平台处理');
    },
  });
  return (
    <section className="panel" aria-labelledby="appeal">
      <h2 id="appeal" className="panel-title">
        不同意商家的决定
      </h2>
      <form {...form} className="grid gap-3 p-3 md:p-4">
        <TextArea label="理由（平台和商家会看到）" maxLength={500} required {...field('text')} />
        <div>
          <Button type="submit" kind="plain" busy={isBusy}>
            申请平台介入
          </Button>
        </div>
      </form>
    </section>
  );
}
