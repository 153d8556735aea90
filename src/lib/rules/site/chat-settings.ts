/** Settings of chat (rules 21). */
import type { SettingField } from './setting-groups.ts';

const clock = { kind: 'text', max: 5, group: 'service', isNeeded: true, shape: 'clock' } as const;

export const chatSettings = {
  chatOn: {
    kind: 'yes',
    isNeeded: true,
    group: 'service',
    label: '站内在线客服',
    help: '关闭后买家看到QQ和电话',
    fallback: true,
  },
  chatFrom: {
    ...clock,
    label: '在线客服上班时间',
    help: '如8:30；工作日按法定节假日和调休上班日计算',
    fallback: '8:30',
  },
  chatTo: { ...clock, label: '在线客服下班时间', help: '如18:00', fallback: '18:00' },
  chatMost: {
    kind: 'whole',
    isNeeded: true,
    group: 'service',
    label: '每人同时接待',
    help: '一名客服同时最多接待几个会话，满了排队',
    unit: '个',
    min: 1,
    max: 100,
    fallback: 10,
  },
  chatReturnMinutes: {
    kind: 'whole',
    isNeeded: true,
    group: 'service',
    label: '未回复转出时间',
    help: '客服多少分钟没有回复，会话转给下一位在线客服',
    unit: '分钟',
    min: 1,
    max: 120,
    fallback: 3,
  },
  chatPromiseSeconds: {
    kind: 'whole',
    isNeeded: true,
    group: 'service',
    label: '首次回复目标',
    help: '客服时间内多少秒算及时，统计用',
    unit: '秒',
    min: 10,
    max: 3_600,
    fallback: 60,
  },
  chatAuto: {
    kind: 'yes',
    isNeeded: true,
    group: 'service',
    label: '自动回复',
    help: '咨询开始时从帮助中心找出对应的段落，标明自动回复和出处；没有就不答',
    fallback: true,
  },
} as const satisfies Record<string, SettingField>;
