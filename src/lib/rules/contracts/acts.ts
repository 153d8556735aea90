/** What happens to a contract, in words for its history (rules 20). */
import { keysOf } from '../terms/keys.ts';

export const contractActs = {
  send: '发起',
  sign: '采购方签署',
  seal: '供货方盖章',
  hand_over: '提交签署平台',
  refuse: '签署平台退回',
  void: '作废',
  file: '生成签章文件',
} as const satisfies Record<string, string>;

export type ContractAct = keyof typeof contractActs;
export const contractActKeys = keysOf(contractActs);
