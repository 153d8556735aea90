/** 员工: people of the desks; a merchant's administrator sees their own side. */
import { choice, flag, number, part, text, word } from '../fields.ts';
import { defineList } from '../list.ts';

const states = { normal: '正常', initial: '待改初始密码', disabled: '已停用' } as const;

export const staffList = defineList({
  page: '/desk/staff',
  filters: {
    name: part('登录名', 'username', 50),
    state: choice('状态', states, { column: 'state' }),
  },
  columns: {
    username: text('登录名', { isTitle: true, isSortable: true }),
    side: text('所属'),
    role_text: text('角色'),
    state: word('状态', states),
    is_enrolled: flag('身份验证器'),
    role: text('角色代码', { isHidden: true }),
    merchant_id: number('商家编号', { isHidden: true, isSortable: true }),
    is_disabled: flag('已停用', { isHidden: true, isSortable: true }),
    is_own: flag('本人', { isHidden: true }),
    may_enable: flag('可启用', { isHidden: true }),
    may_change: flag('可变更', { isHidden: true }),
  },
  // Those who may log in first; of them the platform's, whose number is 0.
  sort: 'is_disabled,merchant_id,username',
  acts: {
    enable: { text: '启用', done: '已启用', when: 'may_enable', undo: 'disable', sure: true },
    disable: {
      text: '停用',
      done: '已停用',
      when: 'may_change',
      undo: 'enable',
      asks: '这位员工会立即退出登录，启用前不能再登录。',
    },
  },
  none: '没有员工账号',
});
