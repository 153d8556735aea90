import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { useEarly } from '#islands/ui/use-early.ts';
import { PurchaseReview } from './PurchaseReview.tsx';
import { usePurchase } from './use-purchase.ts';

const example = `阿莫西林胶囊 0.25g*24粒 珞珩 10盒
1、布洛芬缓释胶囊0.3g×20 x5
国药准字H99990001 20盒
amxljn 10盒
板蓝根颗粒 10g*20袋 两件`;

/** 粘贴采购单: a list out of a chat or a spreadsheet becomes a cart, looked at before anything is added. */
export function PasteOrder() {
  const purchase = usePurchase();
  const { items, work, error, match } = purchase;
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const box = useEarly<HTMLTextAreaElement>(({ value }) => setText(value));
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void match({ file });
    else {
      const dropped = event.dataTransfer.getData('text/plain');
      if (dropped) setText(dropped);
    }
  }

  return (
    <>
      <section
        aria-label="采购清单"
        className={`grid gap-3 p-3 md:p-4 ${isOver ? 'bg-primary-wash' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className="field">
          <label htmlFor={id} className="text-13px text-ink-2">
            每行一种，品名、规格、厂家、数量随便怎么写；也认条码、国药准字和拼音。聊天记录、Excel
            里复制的单元格都可以直接粘贴。
          </label>
          <textarea
            ref={box}
            id={id}
            rows={items === null ? 9 : 4}
            value={text}
            placeholder={example}
            spellCheck={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className="input h-auto py-2 leading-24px resize-y"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void match({ text });
            }}
          />
          {error && (
            <p id={`${id}-error`} role="alert" className="text-13px text-price">
              {error}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={work === 'match'} disabled={text.trim() === ''} onClick={() => void match({ text })}>
            匹配商品
          </Button>
          <Button kind="plain" disabled={work !== null} onClick={() => picker.current?.click()}>
            <span className="i-lucide-file-spreadsheet text-16px" aria-hidden="true" />
            选择表格文件
          </Button>
          <span className="text-12px text-ink-2">也可以把 CSV、XLSX 文件拖到这里，最多500行</span>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="采购单文件"
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void match({ file });
              // The same file may be chosen again after it was mended.
              event.target.value = '';
            }}
          />
        </div>
      </section>
      {items !== null && <PurchaseReview purchase={purchase} items={items} />}
    </>
  );
}
