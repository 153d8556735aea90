// @vitest-environment happy-dom
/** The table of desks: order, pages, ticks, keyboard, states and its file. */
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import type { TableColumn, TableSort } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { clearDocument, does, draw, named, press, savedFiles, typeKey, until } from '#tests/support/dom.tsx';

interface Lot {
  id: number;
  name: string;
  pieces: number | null;
  isGone?: boolean;
}

const lots: readonly Lot[] = [
  { id: 1, name: '批10', pieces: 30 },
  { id: 2, name: '批9', pieces: null },
  { id: 3, name: '批2', pieces: 200, isGone: true },
  { id: 4, name: '批1', pieces: 4 },
  { id: 5, name: '=批', pieces: -5 },
];

const columns: readonly TableColumn<Lot>[] = [
  { id: 'name', head: '批号', value: ({ name }) => name, isSortable: true, isTitle: true },
  {
    id: 'pieces',
    head: '数量',
    value: ({ pieces }) => pieces,
    cell: ({ pieces }) => (pieces === null ? '—' : `${pieces}盒`),
    isSortable: true,
    isNumber: true,
  },
];

const idOf = ({ id }: Lot) => id;
const nameOf = ({ name }: Lot) => name;
const common = { label: '批号', columns, idOf, nameOf, empty: <p>没有批号</p> };

const opened = vi.fn();

function Desk({ rows = lots, pageSize }: { rows?: readonly Lot[]; pageSize?: number }) {
  const ticks = useTicks(rows.filter(({ isGone }) => !isGone).map(idOf));
  return (
    <>
      <DataTable
        {...common}
        rows={rows}
        ticks={ticks}
        csvName="批号"
        onOpen={opened}
        {...(pageSize !== undefined && { pageSize })}
      />
      <SelectionBar ticks={ticks} count={`已选${ticks.ids.join('、')}`} allLabel="全选" isClearable>
        <button type="button">导出所选</button>
      </SelectionBar>
    </>
  );
}

const names = (place: ParentNode) =>
  [...place.querySelectorAll('[role=rowheader]')].map((cell) => cell.textContent);
const said = (place: ParentNode) => [...place.querySelectorAll('span[aria-live]')].at(-1)?.textContent;
const rowsOf = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>('tbody [role=row]')];

function sortButton(place: ParentNode, head: string): Element {
  const button = [...place.querySelectorAll('thead button')].find((one) => one.textContent === head);
  if (!button) throw new Error(`no head ${head}`);
  return button;
}

afterEach(async () => {
  await clearDocument();
  opened.mockReset();
});

test('heads sort upwards, downwards and back; figures by size, nothing last', async () => {
  const place = await draw(<DataTable {...common} rows={lots} />);
  const inner = () => place.querySelector('[aria-sort]:not([aria-sort=none])')?.getAttribute('aria-sort');
  expect(names(place)).toEqual(['批10', '批9', '批2', '批1', '=批']);
  await press(sortButton(place, '数量'));
  expect([names(place), inner()]).toEqual([['=批', '批1', '批10', '批2', '批9'], 'ascending']);
  await press(sortButton(place, '数量'));
  expect([names(place), inner()]).toEqual([['批2', '批10', '批1', '=批', '批9'], 'descending']);
  await press(sortButton(place, '数量'));
  expect([names(place), inner()]).toEqual([['批10', '批9', '批2', '批1', '=批'], undefined]);
  await press(sortButton(place, '批号'));
  expect(names(place).filter((name) => name !== '=批')).toEqual(['批1', '批2', '批9', '批10']);
  expect(place.querySelector('table')?.getAttribute('role')).toBe('table');
});

test('where the server sorts, a press asks it and the rows stay as they came', async () => {
  const onSort = vi.fn<(sort: TableSort | null) => void>();
  const sort = { column: 'pieces', isDescending: false };
  const place = await draw(<DataTable {...common} rows={lots} sort={sort} onSort={onSort} />);
  expect(names(place)).toEqual(['批10', '批9', '批2', '批1', '=批']);
  await press(sortButton(place, '数量'));
  expect(onSort).toHaveBeenCalledExactlyOnceWith({ column: 'pieces', isDescending: true });
});

test('pages are cut after sorting; the last one stands when rows go', async () => {
  const place = await draw(<Desk pageSize={2} />);
  await press(sortButton(place, '数量'));
  expect(names(place)).toEqual(['=批', '批1']);
  await press(named(place, '下一页'));
  await press(named(place, '下一页'));
  expect(names(place)).toEqual(['批9']);
  expect(named<HTMLButtonElement>(place, '下一页').disabled).toBe(true);
  expect(place.querySelector('nav')?.textContent).toBe('第3/3页，共5条');
  await draw(<Desk pageSize={2} rows={lots.slice(0, 3)} />, place);
  expect(names(place)).toEqual(['批9']);
  expect(place.querySelector('nav')?.textContent).toBe('第2/2页，共3条');
});

test('Shift ticks a range in the order that is seen, and only what can be ticked', async () => {
  const place = await draw(<Desk />);
  await press(sortButton(place, '数量'));
  await press(named(place, '选中批1'));
  await press(named(place, '选中批9'), { shiftKey: true });
  expect(said(place)).toBe('已选1、2、4');
  await press(named(place, '选中批10'));
  await press(named(place, '选中批1'), { shiftKey: true });
  expect(said(place)).toBe('已选2');
  expect(named<HTMLInputElement>(place, '选中批2').disabled).toBe(true);
});

test('全选 of the head ticks its page, that of the bar all; clearing leaves none', async () => {
  const place = await draw(<Desk pageSize={3} />);
  const head = place.querySelector<HTMLInputElement>('thead input')!;
  await press(head);
  expect(said(place)).toBe('已选1、2');
  expect([head.checked, head.indeterminate]).toEqual([true, false]);
  await press(named(place, '下一页'));
  expect([head.checked, head.indeterminate]).toEqual([false, false]);
  await press(named(place, '选中批1'));
  expect([head.checked, head.indeterminate]).toEqual([false, true]);
  await press(named(place, '清除选择'));
  expect(said(place)).toBe('已选');
  await press(named(place, '全选'));
  expect(said(place)).toBe('已选1、2、4、5');
});

test('a ticked row that can no longer be ticked does not count', async () => {
  const place = await draw(<Desk />);
  await press(named(place, '选中批1'));
  await draw(<Desk rows={lots.map((lot) => ({ ...lot, isGone: lot.id === 4 }))} />, place);
  expect(said(place)).toBe('已选');
});

test('one row is a stop of Tab; arrows walk, Space ticks, Shift with Space a range, Enter opens', async () => {
  const place = await draw(<Desk />);
  expect(rowsOf(place).map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
  await does(() => rowsOf(place)[0]!.focus());
  await typeKey(' ');
  await typeKey('ArrowDown');
  await typeKey('ArrowDown');
  await typeKey(' ');
  expect(said(place), 'the third cannot be ticked').toBe('已选1');
  await typeKey('ArrowDown');
  await typeKey(' ', { shiftKey: true });
  expect(said(place)).toBe('已选1、2、4');
  expect(rowsOf(place).map((row) => row.ariaSelected ?? row.getAttribute('aria-selected'))).toEqual([
    'true',
    'true',
    null,
    'true',
    'false',
  ]);
  await typeKey('Enter');
  expect(opened).toHaveBeenCalledExactlyOnceWith(lots[3]);
  await typeKey('End');
  await typeKey('ArrowDown');
  expect(document.activeElement).toBe(rowsOf(place)[4]);
  await typeKey('Home');
  await typeKey('ArrowUp');
  expect(document.activeElement).toBe(rowsOf(place)[0]);
  expect(rowsOf(place).map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
});

test('a key in a control of a row stays that control’s', async () => {
  const place = await draw(<Desk />);
  await does(() => named(place, '选中批9').focus());
  await typeKey('Enter');
  await typeKey('ArrowDown');
  expect(opened).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(named(place, '选中批9'));
});

test('nothing, waiting and failing have their faces', async () => {
  const place = await draw(<DataTable {...common} rows={[]} />);
  expect(place.textContent).toBe('没有批号');
  await draw(<DataTable {...common} rows={[]} state="loading" />, place);
  expect(place.querySelector('[role=status]')?.textContent).toContain('加载中');
  await draw(<DataTable {...common} rows={lots} state="loading" />, place);
  expect(place.querySelector('table')?.getAttribute('aria-busy')).toBe('true');
  const retry = vi.fn();
  await draw(<DataTable {...common} rows={lots} state="failed" onRetry={retry} />, place);
  await press(named(place, '重新加载'));
  expect(retry).toHaveBeenCalledOnce();
});

test('the file holds all rows in the order that is seen', async () => {
  const place = await draw(<Desk pageSize={2} />);
  await press(sortButton(place, '数量'));
  const files = savedFiles();
  await press(named(place, '导出CSV'));
  await until(() => expect(files).toHaveLength(1));
  const bytes = new Uint8Array(await files[0]!.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    "批号,数量\r\n'=批,-5\r\n批1,4\r\n批10,30\r\n批2,200\r\n批9,\r\n",
  );
});

test('the server draws the same rows', () => {
  const html = renderToString(<Desk />);
  expect(html.match(/role="rowheader"/g)).toHaveLength(lots.length);
  expect(html).toContain('aria-label="选中批10"');
});
