import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { Tabs } from '#islands/ui/Tabs.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { usePolled } from '#islands/ui/use-polled.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { deskCall } from '#lib/client/stores/desk/session.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import type { ActOnChangeValues, ChangeRowWire, ChangeSetWire } from '#lib/contract/changes.ts';
import { changeRowsShown } from '#lib/contract/constants.ts';
import { line } from '#lib/contract/desk/fields.ts';
import { path } from '#lib/contract/routes.ts';
import { allRowStates, type RowState, rowStateText } from '#lib/rules/changes/set-state.ts';
import { ActDialog } from '../kit/ActDialog.tsx';
import { RowsTable } from './RowsTable.tsx';

interface Props {
  initial: ChangeSetWire;
  initialRows: ChangeRowWire[];
}

type Verb = ActOnChangeValues['verb'];

/** While a job works on it, ms. */
const lookAgainAfter = 1_500;
const isWorked = ({ state }: ChangeSetWire) => state === 'draft' || state === 'running';
const sumOf = ({ counts }: ChangeSetWire) => Object.values(counts).reduce((sum, n) => sum + n, 0);

function act(id: number, verb: Verb, more: { rows?: number[]; word?: string } = {}): Promise<ChangeSetWire> {
  return deskCall(api.actOnChange, { id, verb, ...more });
}

/** Buttons in their order; `asks` is confirmed first. */
const buttons: { verb: Verb; text: string; isPrimary?: boolean; asks?: string }[] = [
  { verb: 'run', text: '执行修改', isPrimary: true },
  { verb: 'pass', text: '通过并执行', isPrimary: true },
  { verb: 'resume', text: '继续执行', isPrimary: true },
  { verb: 'stop', text: '停止' },
  { verb: 'undo', text: '全部撤销', asks: '将生成一份撤销，先给您看会改回什么，执行后才生效。' },
  { verb: 'end', text: '就此结束', asks: '没有改到的行不再修改。' },
  { verb: 'withdraw', text: '撤回复核' },
  { verb: 'drop', text: '放弃', asks: '放弃后不会修改任何商品。' },
];

/** One set of changes: what it does to each row, its progress, and what may be done. */
export function SetPage({ initial, initialRows }: Props) {
  const {
    now: set,
    take,
    isLost,
  } = usePolled(initial, {
    load: () => deskCall(api.deskChange, { id: initial.id }),
    looks: (now) => (isWorked(now) ? Number.POSITIVE_INFINITY : 0),
    everyMs: lookAgainAfter,
    onLook(now) {
      if (!isWorked(now)) load(state).catch(react);
    },
  });
  const [state, setState] = useState<RowState | 'all'>('all');
  const [rows, setRows] = useState(initialRows);
  const [hasMore, setMore] = useState(initialRows.length === changeRowsShown);
  const [busy, setBusy] = useState<Verb | null>(null);
  const [isRefusing, setRefusing] = useState(false);
  const tickable = set.may.includes('skip') ? ['ready', 'skipped'] : set.may.includes('undo') ? ['done'] : [];
  const ticks = useTicks(rows.filter((row) => tickable.includes(row.state)).map(({ no }) => no));

  async function load(of: RowState | 'all', after = 0) {
    const wanted = of === 'all' ? '' : of;
    const { list } = await deskCall(api.changeRows, {
      id: set.id,
      state: wanted,
      after,
      size: changeRowsShown,
    });
    setRows((now) => (after === 0 ? list : [...now, ...list]));
    setMore(list.length === changeRowsShown);
  }

  async function press(verb: Verb, more: Parameters<typeof act>[2] = {}, asks?: string) {
    if (asks !== undefined && !(await ask({ title: '请确认', text: asks, confirm: '确定', cancel: '取消' })))
      return;
    setBusy(verb);
    try {
      const now = await act(set.id, verb, more);
      // Taking back is a set of its own.
      if (now.id !== set.id) return location.assign(path('/desk/changes/[id]', { id: now.id }));
      take(now);
      ticks.clear();
      await load(state);
    } catch (error) {
      react(error);
    } finally {
      setBusy(null);
    }
  }

  const all = sumOf(set);
  const over = all - set.counts.new - set.counts.ready;
  const ticked = [...ticks.ids];
  return (
    <>
      <section className="panel">
        <div className="panel-title flex-wrap gap-y-1">
          <h1 className="num">第{set.id}号修改</h1>
          <Tag kind={set.state === 'stopped' || set.state === 'waiting' ? 'warn' : 'soft'}>
            {set.state_text}
          </Tag>
          {isLost && <Tag kind="warn">连接中断，正在重试</Tag>}
          <span className="ml-auto flex flex-wrap justify-end gap-2">
            {buttons
              .filter(({ verb }) => set.may.includes(verb))
              .map(({ verb, text, isPrimary, asks }) => (
                <Button
                  key={verb}
                  size="small"
                  kind={isPrimary === true ? 'primary' : 'plain'}
                  className="max-md:h-touch"
                  busy={busy === verb}
                  onClick={() => void press(verb, {}, asks)}
                >
                  {verb === 'run' && set.needs_second === 1 ? '提交复核' : text}
                </Button>
              ))}
            {set.may.includes('refuse') && (
              <Button size="small" kind="plain" className="max-md:h-touch" onClick={() => setRefusing(true)}>
                不通过
              </Button>
            )}
          </span>
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 m-0 px-3 md:px-4 py-3 text-small [&>dt]:text-ink-2 [&>dd]:m-0">
          {factsOf(set).flatMap(([name, text]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} text`} className="num">
              {text}
            </dd>,
          ])}
        </dl>
        {set.undo_of > 0 && (
          <p className="m-0 px-3 md:px-4 pb-3 text-small">
            撤销的是
            <a className="link num" href={path('/desk/changes/[id]', { id: set.undo_of })}>
              第{set.undo_of}号修改
            </a>
          </p>
        )}
        {isWorked(set) && (
          <div className="px-3 md:px-4 pb-3 text-small">
            <progress className="w-full" max={all} value={over} aria-label="进度" />
            <p role="status" className="m-0 num">
              {set.state === 'draft' ? '正在检查' : '正在修改'}，共{all}行，已处理{over}行
            </p>
          </div>
        )}
      </section>
      <section className="panel mt-3">
        <Tabs
          label="行的状态"
          panelId="change-rows"
          current={state}
          items={[
            { id: 'all' as const, text: '全部', count: all },
            ...allRowStates
              .filter((one) => set.counts[one] > 0)
              .map((one) => ({ id: one, text: rowStateText(one), count: set.counts[one] })),
          ]}
          onSelect={(one) => {
            setState(one);
            ticks.clear();
            load(one).catch(react);
          }}
        />
        <div id="change-rows" role="tabpanel">
          {rows.length === 0 ? (
            <Empty icon="i-lucide-list-checks" title="没有这样的行" />
          ) : (
            <RowsTable rows={rows} ticks={tickable.length > 0 ? ticks : undefined} />
          )}
          {hasMore && (
            <p className="m-0 p-3 text-center">
              <Button kind="plain" onClick={() => load(state, rows.at(-1)?.no ?? 0).catch(react)}>
                再显示{changeRowsShown}行
              </Button>
            </p>
          )}
          {tickable.length > 0 && rows.length > 0 && (
            <SelectionBar ticks={ticks} count={ticked.length > 0 ? `已选${ticked.length}行` : ''}>
              {set.may.includes('skip') && (
                <>
                  <Button
                    size="small"
                    kind="plain"
                    disabled={ticked.length === 0}
                    onClick={() => void press('skip', { rows: ticked })}
                  >
                    排除
                  </Button>
                  <Button
                    size="small"
                    kind="plain"
                    disabled={ticked.length === 0}
                    onClick={() => void press('unskip', { rows: ticked })}
                  >
                    恢复
                  </Button>
                </>
              )}
              {set.may.includes('undo') && (
                <Button
                  size="small"
                  kind="plain"
                  disabled={ticked.length === 0}
                  onClick={() => void press('undo', { rows: ticked })}
                >
                  撤销所选
                </Button>
              )}
            </SelectionBar>
          )}
        </div>
      </section>
      {isRefusing && (
        <ActDialog
          act={{ text: '不通过', done: '', fields: { word: line('原因', 200, 2) } }}
          of={`第${set.id}号修改`}
          columns={{}}
          row={null}
          send={async ({ word = '' }) => take(await act(set.id, 'refuse', { word }))}
          onClose={() => setRefusing(false)}
        />
      )}
    </>
  );
}

function factsOf(set: ChangeSetWire): [string, string][] {
  const { merchant, source_text: source, made_by: by, created_at: at, counts } = set;
  const facts: [string, string][] = [
    ['商家', merchant],
    ['内容', set.subject_text],
    ['方式', `${source}，${by}，${momentText(at)}`],
  ];
  if (set.what.length > 0) facts.push(['修改', set.what.join('，')]);
  if (set.reason !== '') facts.push(['原因', set.reason]);
  if (set.needs_second === 1 && set.decided_by === '')
    facts.push(['复核', '价格变动较大，须由另一个人通过后才执行']);
  if (set.decided_by !== '') facts.push(['复核', `${set.decided_by}已通过`]);
  if (set.word !== '') facts.push(['提示', set.word]);
  if (counts.refused > 0) facts.push(['不能修改', `${counts.refused}行，原因见下表`]);
  if (set.ended_at !== '') facts.push(['结束', momentText(set.ended_at)]);
  return facts;
}
