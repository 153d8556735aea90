import { type ClipboardEvent, useId, useState } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { openNamedStores } from '#lib/client/stores/stores.ts';
import { openedAtOnce } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { StoreChoice, WaitingStore } from '#lib/contract/stores/calls.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { LicenceChoice } from './LicenceChoice.tsx';

interface Props {
  stores: readonly WaitingStore[];
  onClose: () => void;
  /** The stores as they are now, and how many were opened. */
  onOpened: (stores: StoreChoice, count: number) => void;
}

interface Row extends WaitingStore {
  detail: string;
  isOn: boolean;
  /** What is missing, or why it was refused. */
  why: string;
}

type Box = 'receiver' | 'phone' | 'detail';
const boxes: readonly { key: Box; label: string; max: number }[] = [
  { key: 'receiver', label: '收货人', max: 30 },
  { key: 'phone', label: '联系电话', max: 20 },
  { key: 'detail', label: '详细地址', max: 100 },
];

/** Opens several named stores with one press; a refused one stays with its reason. */
export function OpenManyDialog({ stores, onClose, onOpened }: Props) {
  const formId = useId();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    stores.map((store) => ({ ...store, detail: '', isOn: true, why: '' })),
  );
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const chosen = rows.filter(({ isOn }) => isOn);

  function put(code: string, change: Partial<Row>) {
    setRows((all) => all.map((row) => (row.credit_code === code ? { ...row, ...change } : row)));
  }

  /** A column out of a spreadsheet fills the rows below, too. */
  function paste(event: ClipboardEvent, from: number, key: Box) {
    const cells = event.clipboardData.getData('text').trimEnd().split(/\r?\n/);
    if (cells.length < 2) return;
    event.preventDefault();
    setRows((all) =>
      all.map((row, at) => {
        const cell = cells[at - from];
        return cell === undefined || at < from ? row : { ...row, [key]: cell.trim(), why: '' };
      }),
    );
  }

  async function send(inherits: 0 | 1) {
    const checked = rows.map((row) => ({ ...row, why: row.isOn ? lackOf(row) : '' }));
    setRows(checked);
    if (chosen.length === 0) return setError('请选择要开通的门店');
    if (checked.some(({ why }) => why !== '')) return setError('请补全标出的门店');
    setError('');
    setBusy(true);
    let left = checked;
    let opened = 0;
    try {
      for (let from = 0; from < chosen.length; from += openedAtOnce) {
        const part = chosen.slice(from, from + openedAtOnce);
        const answer = await openNamedStores({
          inherits,
          stores: part.map(({ credit_code, receiver, phone, detail }) => ({
            credit_code,
            receiver: receiver.trim(),
            phone: phone.trim(),
            detail: detail.trim(),
          })),
        });
        const said = new Map(answer.results.map((one) => [one.credit_code, one]));
        opened += answer.results.filter(({ state }) => state === 'opened').length;
        left = left.flatMap((row) => {
          const result = said.get(row.credit_code);
          if (result === undefined) return row;
          return result.state === 'failed' ? { ...row, why: result.sentence } : [];
        });
        setRows(left);
        onOpened(answer.stores, opened);
      }
      const failed = left.filter(({ why }) => why !== '').length;
      if (failed === 0) onClose();
      else setError(`已开通${opened}家，${failed}家没有开通`);
    } catch (thrown) {
      const said =
        thrown instanceof AppError ? (firstFieldMessage(thrown.data) ?? thrown.message) : '没有收到答复';
      setError(`${said}。已开通${opened}家，再按一次继续，已开通的不会重复`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title="批量开通门店"
      width="wide"
      onClose={onClose}
      formId={formId}
      button={`开通${chosen.length}家`}
      isBusy={isBusy}
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send(new FormData(event.currentTarget).get('inherits') === '1' ? 1 : 0);
        }}
      >
        <LicenceChoice />
        <p className="text-small text-ink-2">
          每家填写收货信息；可以从表格软件复制一列，粘贴到第一行，下面各行依次填入。
        </p>
        <ul className="border border-solid border-line rounded">
          {rows.map((row, at) => (
            <li
              key={row.credit_code}
              className="grid gap-2 md:grid-cols-[minmax(0,4fr)_minmax(0,2fr)_minmax(0,3fr)_minmax(0,5fr)] items-center px-3 py-2 border-t border-t-solid border-line first:border-t-0"
            >
              <div className="flex items-start gap-2 min-w-0">
                <Tick
                  label={`开通${row.name}`}
                  isOn={row.isOn}
                  onChange={(isOn) => put(row.credit_code, { isOn, why: '' })}
                />
                <span className="min-w-0">
                  {row.name}
                  <span className="block text-note text-ink-2">{row.region}</span>
                </span>
              </div>
              {boxes.map(({ key, label, max }) => (
                <input
                  key={key}
                  className="input h-control px-2"
                  aria-label={`${row.name}${label}`}
                  placeholder={label}
                  maxLength={max}
                  disabled={!row.isOn}
                  value={row[key]}
                  onPaste={(event) => paste(event, at, key)}
                  onChange={({ target }) => put(row.credit_code, { [key]: target.value, why: '' })}
                />
              ))}
              {row.why !== '' && (
                <p role="alert" className="md:col-span-full text-small text-price">
                  {row.why}
                </p>
              )}
            </li>
          ))}
        </ul>
        <FormNotice text={error} />
      </form>
    </FormDialog>
  );
}

function lackOf({ receiver, phone, detail }: Row): string {
  if (receiver.trim() === '') return '请填写收货人';
  if (!isPhone(normalizePhone(phone))) return '请填写11位手机号，或带区号的固定电话';
  return detail.trim() === '' ? '请填写详细地址' : '';
}
