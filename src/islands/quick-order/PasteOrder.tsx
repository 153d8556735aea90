import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import type { FileRules } from '#islands/ui/files/check-files.ts';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useEarly } from '#islands/ui/use-early.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { PurchaseReview } from './PurchaseReview.tsx';
import { usePurchase } from './use-purchase.ts';

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

/** A list out of a chat or a spreadsheet becomes a cart, looked at before anything is added. */
export function PasteOrder({ way = 'paste' }: { way?: 'paste' | 'file' }) {
  const purchase = usePurchase();
  const { items, work, error, match, refuse } = purchase;
  const [text, setText] = useState('');
  const box = useEarly<HTMLTextAreaElement>(({ value }) => setText(value));

  return (
    <>
      <FilePicker
        title="采购清单"
        label="采购单文件"
        button="选择表格文件"
        icon="i-lucide-file-spreadsheet"
        hint={
          way === 'file'
            ? '或把 CSV、XLSX、TXT 文件拖到这里。第一行写品名、规格、厂家、数量；一次最多500行，10 MB 以内。'
            : '也可以把 CSV、XLSX 文件拖到这里，最多500行'
        }
        rules={tables}
        isDisabled={work !== null}
        onFiles={([file]) => file && void match({ file })}
        onText={setText}
        onRefused={([sentence]) => refuse(sentence ?? null)}
        actions={
          way === 'paste' && (
            <Button
              busy={work === 'match'}
              disabled={text.trim() === ''}
              onClick={() => void match({ text })}
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
            rows={items === null ? 9 : 4}
            value={text}
            placeholder={example}
            spellCheck={false}
            error={error ?? undefined}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void match({ text });
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
      {items !== null && <PurchaseReview purchase={purchase} items={items} />}
    </>
  );
}
