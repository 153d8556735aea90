/** What a setting of the shop is declared by, and the parts of its page. */
import type { CellField } from '../changes/cells.ts';

/** The parts of the page, in order. */
export const settingGroups = {
  operator: '运营主体',
  licences: '证照与备案',
  service: '客服',
  front: '首页与链接',
  pay: '支付方式',
  joining: '新商家',
  sign: '签到规则',
  points: '积分',
  trade: '交易限额',
  people: '员工与安全',
  second: '双人复核',
} as const;
export type SettingGroup = keyof typeof settingGroups;

/** The kind of act of a change that a second person decides: a rule of signing in gives points, and is decided as they are. */
export function secondKind(group: SettingGroup): 'setting' | 'sign_rule' {
  return group === 'sign' ? 'sign_rule' : 'setting';
}

/** A check of a text that is not empty, of a list of each line. */
export type SettingShape = 'phone' | 'url' | 'link' | 'digits' | 'credit_code' | 'days' | 'clock';

export type SettingField = CellField & {
  group: SettingGroup;
  /** What it does, for the person who changes it. */
  help: string;
  /** Of a number: 元, 分钟. */
  unit?: string;
  /** One value a line; each has at most `max` characters. */
  isList?: true;
  /** Most lines of a list. */
  most?: number;
  shape?: SettingShape;
  /** What a change wants: a reason, or a reason and a second person. */
  wants?: 'reason' | 'second';
  /** While nobody has set it. A text without one has its default from the environment, or is empty. */
  fallback?: number | boolean | string | readonly string[];
};
