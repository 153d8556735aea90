import { Dialog } from '#islands/ui/Dialog.tsx';

const keys = [
  ['↑ ↓ ← →', '在单元格之间移动'],
  ['Home / End', '到本行的第一格、最后一格'],
  ['Ctrl Home / End', '到第一行、最后一行'],
  ['PageUp / PageDown', '上移、下移10行'],
  ['Enter', '按下单元格里的按钮，或打开这一行'],
  ['Shift 加方向键', '选中一片单元格'],
  ['Ctrl C', '复制选中的单元格，可粘贴到表格'],
  ['空格', '勾选这一行，按住Shift勾选到这一行'],
  ['Ctrl A', '勾选本页'],
  ['Esc', '取消选中和勾选'],
  ['/', '到查询条件'],
  ['?', '显示这些按键'],
] as const;

const editKeys = [
  ['Enter / F2 / 双击', '修改这一格；直接打字也可以'],
  ['Enter / Tab', '保存，到下一行、下一格'],
  ['Ctrl V', '粘贴一片单元格，先预览再修改'],
] as const;

const undoKeys = [['Z', '十秒内撤销刚才的操作']] as const;

interface Props {
  hasEdits: boolean;
  hasUndo: boolean;
  onClose: () => void;
}

/** The keys of a list. */
export function KeysDialog({ hasEdits, hasUndo, onClose }: Props) {
  return (
    <Dialog open title="按键" onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 m-0 text-small">
        {[...keys, ...(hasUndo ? undoKeys : []), ...(hasEdits ? editKeys : [])].map(([key, text]) => (
          <div key={key} className="contents">
            <dt className="font-600 whitespace-nowrap">{key}</dt>
            <dd className="m-0 text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
