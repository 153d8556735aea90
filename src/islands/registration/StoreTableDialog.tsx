import { useId, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { ColumnMapping } from '#islands/ui/table/ColumnMapping.tsx';
import {
  checkStoreTable,
  type PlacedRow,
  type PlacedStores,
  placeStores,
} from '#lib/client/stores/registration/store-table.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { StoreTableChecked, StoreTableInput, StoreWire } from '#lib/contract/registration/calls.ts';
import { maxStoreText } from '#lib/rules/companies/store-table.ts';

const rules = { endings: ['.csv', '.txt', '.xlsx'], maxBytes: maxUploadBytes };

const words: Record<PlacedRow['state'], string> = {
  ready: '填入',
  mend: '需修改',
  there: '已有',
  full: '放不下',
  wrong: '不填入',
};

interface Props {
  /** The form's stores, and the head office's code in it. */
  stores: readonly StoreWire[];
  headCode: string;
  /** Pasted cells: they outlive the dialog. */
  text: string;
  onText: (text: string) => void;
  onTake: (placed: PlacedStores) => void;
  onClose: () => void;
}

/** Many stores by one table, as a file or as pasted cells: shown row by row, then put into the form of stores. */
export function StoreTableDialog({ stores, headCode, text, onText, onTake, onClose }: Props) {
  const id = useId();
  const [source, setSource] = useState<StoreTableInput | null>(null);
  const [checked, setChecked] = useState<StoreTableChecked | null>(null);
  const [takesMend, setTakesMend] = useState(true);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const placed = placeStores({ rows: checked?.list ?? [], stores, headCode, takesMend });
  const count = (state: PlacedRow['state']) => placed.rows.filter((row) => row.state === state).length;
  const mends = count('mend');

  async function read(from: StoreTableInput, columns?: string[]) {
    setSource(from);
    setBusy(true);
    setError('');
    try {
      setChecked(await checkStoreTable({ ...from, ...(columns !== undefined && { columns }) }));
    } catch (thrown) {
      if (thrown instanceof AppError) setError(firstFieldMessage(thrown.data) ?? thrown.message);
      else react(thrown);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open title="批量填写门店" width="wide" onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-small">
        <FilePicker
          title="门店表"
          label="选择门店表"
          button={isBusy ? '正在读取…' : '上传门店表'}
          hint="CSV或XLSX"
          rules={rules}
          isDisabled={isBusy}
          onFiles={([file]) => file && void read({ file })}
          actions={
            <a className={buttonClass('plain')} href={api.storeTemplate.path} download>
              下载模板
            </a>
          }
        >
          <p className="text-small text-ink-2">
            每家门店一行：名称、统一社会信用代码、地区（省市区县，写在一列或分列都可以）。读取后先预览，确认后填入下面的门店清单，已填写的门店不受影响。
          </p>
        </FilePicker>
        <label htmlFor={id}>或从表格软件复制，粘贴到这里</label>
        <textarea
          id={id}
          className="input py-1 min-h-24 num"
          value={text}
          maxLength={maxStoreText}
          onChange={({ target }) => onText(target.value)}
        />
        <div>
          <Button
            kind="plain"
            size="small"
            busy={isBusy}
            disabled={text.trim() === ''}
            onClick={() => void read({ text })}
          >
            预览
          </Button>
        </div>
        <FormNotice text={error} />
        {checked !== null && source !== null && (
          <ColumnMapping
            table={checked.table}
            isBusy={isBusy}
            onRead={(columns) => void read(source, columns)}
          />
        )}
        {placed.rows.length > 0 && (
          <>
            <p role="status" className="num">
              共{placed.rows.length}行：{count('ready')}行可填入，{mends}行需修改，{count('there')}行已有，
              {count('wrong') + count('full')}行不能填入
            </p>
            {(mends > 0 || !takesMend) && (
              <Tick
                label="需修改的行也填入，填入后在清单里改"
                isLabelShown
                isOn={takesMend}
                onChange={setTakesMend}
              />
            )}
            <div>
              <Button disabled={placed.taken === 0 || isBusy} onClick={() => onTake(placed)}>
                填入{placed.taken}家门店
              </Button>
            </div>
            <ul aria-label="门店预览">
              {placed.rows.map((row) => (
                <li
                  key={row.row}
                  className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 items-center py-2 border-b border-b-solid border-line"
                >
                  <span className="min-w-0 break-all">
                    <span className="num text-ink-2">第{row.row}行</span> {row.name || '（没有名称）'}{' '}
                    <span className="num">{row.credit_code}</span> {row.region}
                    {row.sentence !== '' && (
                      <span className="block text-note text-price-ink">{row.sentence}</span>
                    )}
                  </span>
                  <Tag kind={row.state === 'ready' ? 'soft' : row.state === 'there' ? 'plain' : 'warn'}>
                    {words[row.state]}
                  </Tag>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
