import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { loadTitles, makeDefaultTitle, removeTitle } from '#lib/client/stores/invoice-titles.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import type { DeliveryWay } from '#lib/rules/invoices/delivery.ts';
import { TitleDialog } from './TitleDialog.tsx';

interface Props {
  initial: TitleWire[];
  /** Where invoices can be delivered. */
  ways: readonly DeliveryWay[];
  /** False for people of a frozen company, who only look. */
  mayChange: boolean;
}

/** The titles of the company: one is the default, by which merchants issue by themselves. */
export function TitleBook({ initial, ways, mayChange }: Props) {
  const [titles, setTitles] = useState(initial);
  /** Null: closed; undefined: a new one. */
  const [opened, setOpened] = useState<TitleWire | undefined | null>(null);
  const head = useRef<HTMLHeadingElement>(null);

  async function run(work: Promise<unknown>, text: string) {
    try {
      await work;
      setTitles(await loadTitles());
      showToast('success', text);
      head.current?.focus();
    } catch (error) {
      react(error);
    }
  }

  async function drop({ id, name }: TitleWire) {
    const question = {
      title: '删除抬头',
      text: `删除“${name}”？已开的发票不受影响。`,
      confirm: '删除',
      cancel: '保留',
    };
    if (await ask(question)) await run(removeTitle(id), '已删除');
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-3 md:px-4 py-2.5 border-b border-b-solid border-line">
        <h2 ref={head} tabIndex={-1} className="text-body outline-none">
          发票抬头
        </h2>
        <span className="text-small text-ink-2">商家发货后自动开票时用默认抬头</span>
        {mayChange && (
          <span className="ml-auto">
            <Button size="small" onClick={() => setOpened(undefined)}>
              新增抬头
            </Button>
          </span>
        )}
      </div>
      {titles.length === 0 ? (
        <Empty
          icon="i-lucide-receipt-text"
          title="还没有发票抬头"
          text="填写企业名称和纳税人识别号；开专票还要开户行、账号、地址和电话。"
        >
          {mayChange && <Button onClick={() => setOpened(undefined)}>新增抬头</Button>}
        </Empty>
      ) : (
        <ul>
          {titles.map((title) => (
            <li
              key={title.id}
              className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 md:px-4 py-3 border-b border-b-solid border-line last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-260px grid gap-0.5">
                <p className="flex flex-wrap items-baseline gap-2">
                  <b className="font-600 break-words">{title.name}</b>
                  <Tag kind="plain">{title.kind_text}</Tag>
                  {title.is_default === 1 && <Tag kind="soft">默认</Tag>}
                </p>
                <p className="text-small text-ink-2 num break-all">{title.tax_no}</p>
                {title.bank !== '' && (
                  <p className="text-small text-ink-2 num break-words">
                    {title.bank} {title.bank_account}
                  </p>
                )}
                {(title.address !== '' || title.phone !== '') && (
                  <p className="text-small text-ink-2 num break-words">
                    {title.address} {title.phone}
                  </p>
                )}
                {((ways.includes('mail') && title.mail !== '') ||
                  (ways.includes('sms') && title.mobile !== '')) && (
                  <p className="text-small text-ink-2 num break-all">
                    收票 {ways.includes('mail') && title.mail} {ways.includes('sms') && title.mobile}
                  </p>
                )}
              </div>
              {mayChange && (
                <p className="flex flex-wrap gap-2">
                  {title.is_default === 0 && (
                    <Button
                      kind="text"
                      size="small"
                      aria-label={`把${title.name}设为默认`}
                      onClick={() => void run(makeDefaultTitle(title.id), '已设为默认抬头')}
                    >
                      设为默认
                    </Button>
                  )}
                  <Button
                    kind="text"
                    size="small"
                    aria-label={`修改${title.name}`}
                    onClick={() => setOpened(title)}
                  >
                    修改
                  </Button>
                  <Button
                    kind="text"
                    size="small"
                    aria-label={`删除${title.name}`}
                    onClick={() => void drop(title)}
                  >
                    删除
                  </Button>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened !== null && (
        <TitleDialog
          title={opened ?? null}
          ways={ways}
          onClose={() => setOpened(null)}
          onSaved={() => {
            setOpened(null);
            void run(Promise.resolve(), '已保存抬头');
          }}
        />
      )}
    </>
  );
}
