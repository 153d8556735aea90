import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import type { FileRules } from '#islands/ui/files/check-files.ts';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useEarly } from '#islands/ui/use-early.ts';
import { noDraft } from '#lib/client/stores/quick-order/draft.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { PurchaseDraft } from '#lib/contract/quick-order/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { DraftConflict, DraftNote } from './DraftBar.tsx';
import { PurchaseReview } from './PurchaseReview.tsx';
import { usePurchase } from './use-purchase.ts';

const ColumnMapping = lazy(async () => ({
  default: (await import('#islands/ui/table/ColumnMapping.tsx')).ColumnMapping,
}));

const example = `阿莫西林胶囊 0.25g*24粒 珞珩 10盒
1、布洛芬缓释胶囊0.3g×20 x5
国药准字H99990001 20盒
amxljn 10盒
板蓝根颗粒 10g*20袋 两件`;

const tables: FileRules = {
  endings: ['.csv', '.txt', '.xlsx'],
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  maxBytes: maxUploadBytes,
};

interface Props {
  way?: 'paste' | 'file';
  /** The saved list, from this or another device. */
  draft?: PurchaseDraft;
  /** The member's own, for requests. */
  phone?: string;
}

/** A list out of a chat or a spreadsheet becomes a cart, looked at before anything is added. */
export function PasteOrder({ way = 'paste', draft: start = noDraft, phone = '' }: Props) {
  const purchase = usePurchase(start, phone);
  const { items, text, hasLast, isDone, work, error, table, draft } = purchase;
  const { match, chooseColumns, refuse, write, restore } = purchase;
  const box = useEarly<HTMLTextAreaElement>(({ value }) => write(value));
  // Below a list the box is one press away: the rows have the room.
  const [isOpen, setOpen] = useState(false);

  // The rest of a pasted list is one press away from the box for files.
  const [isRestHidden, setRestHidden] = useState(way === 'file' && start.rows.length > 0);
  const isShown = items.length > 0 && !isRestHidden;
  const isFolded = isShown && !isOpen && text === '' && error === null;

  async function send(input: { text: string } | { file: File }) {
    await match(input);
    setOpen(false);
    setRestHidden(false);
  }

  return (
    <>
      <DraftConflict purchase={purchase} />
      {isDone && items.length === 0 && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 md:px-4 py-2 bg-primary-wash text-primary-ink"
        >
          <span className="i-lucide-circle-check-big text-head" aria-hidden="true" />
          <span className="mr-auto">采购清单已处理完，商品都在购物车里。</span>
          <a className={buttonClass('primary', 'small')} href={path('/cart')}>
            去购物车
          </a>
        </p>
      )}
      {!isFolded && (
        <FilePicker
          title="采购清单"
          label="清单文件"
          button="选择表格文件"
          icon="i-lucide-file-spreadsheet"
          hint={
            way === 'file'
              ? '或把 CSV、XLSX、TXT 文件拖到这里。第一行写品名、规格、厂家、数量；一次最多500行，10 MB 以内。'
              : '也可以把 CSV、XLSX 文件拖到这里，最多500行'
          }
          rules={tables}
          isDisabled={work !== null}
          onFiles={([file]) => file && void send({ file })}
          onText={write}
          onRefused={([sentence]) => refuse(sentence ?? null)}
          actions={
            way === 'paste' && (
              <Button
                busy={work === 'match'}
                disabled={text.trim() === '' || work !== null}
                onClick={() => void send({ text })}
              >
                匹配商品
              </Button>
            )
          }
        >
          {way === 'paste' ? (
            <TextArea
              ref={box}
              label="每行一种，品名、规格、厂家、数量随便怎么写；也认条码、国药准字和拼音。聊天记录、Excel 里复制的单元格都可以直接粘贴。"
              rows={items.length === 0 ? 9 : 4}
              value={text}
              placeholder={example}
              spellCheck={false}
              error={error ?? undefined}
              onChange={(event) => write(event.target.value)}
              onKeyDown={(event) => {
                if (pressedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) void send({ text });
              }}
            />
          ) : (
            error !== null && (
              <p role="alert" className="text-small text-price-ink">
                {error}
              </p>
            )
          )}
        </FilePicker>
      )}
      {table && (
        <Suspense fallback={null}>
          <ColumnMapping
            table={table}
            isBusy={work === 'match'}
            error={table.questions.length > 0 || isFolded ? error : null}
            onRead={(columns) => void chooseColumns(columns)}
          />
        </Suspense>
      )}
      {isRestHidden && items.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 md:px-4 pb-3 text-small text-ink-2">
          <span>粘贴的清单里还有{items.length}行没有处理，上传的会加在后面。</span>
          <Button kind="text" size="small" onClick={() => setRestHidden(false)}>
            显示这{items.length}行
          </Button>
        </p>
      )}
      {!isShown ? (
        <div className="flex flex-wrap items-center gap-3 px-3 md:px-4 pb-3">
          {hasLast && (
            <Button kind="plain" busy={work === 'restore'} onClick={() => void restore()}>
              <span className="i-lucide-history text-title" aria-hidden="true" />
              恢复上次清单
            </Button>
          )}
          <DraftNote state={draft.state} />
        </div>
      ) : (
        <PurchaseReview
          purchase={purchase}
          onMore={isFolded ? () => setOpen(true) : null}
          more={way === 'file' ? '再传文件' : '继续粘贴'}
        />
      )}
    </>
  );
}
