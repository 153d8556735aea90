/** 品种求购: the states of a buyer's request. */
import { keysOf } from '../terms/keys.ts';

/** As stored. */
export type WantedStatus = 'open' | 'found' | 'missing' | 'withdrawn';

interface Row {
  text: string;
  /** The explanation for the buyer. */
  note: string;
  /** Not answered yet: the buyer may withdraw it, the platform may answer it. */
  isOpen: boolean;
}

const table = {
  open: { text: '寻货中', note: '采购团队正在联系商家，有结果会发到“我的消息”', isOpen: true },
  found: { text: '已找到', note: '已为您找到货源', isOpen: false },
  missing: { text: '暂无货源', note: '暂时没有商家供货，可以换个规格或厂家再发一次', isOpen: false },
  withdrawn: { text: '已撤回', note: '您已撤回这条求购', isOpen: false },
} satisfies Record<WantedStatus, Row>;

/** All statuses: the first one, and the ends. */
export const wantedStatuses = keysOf(table);

/** The first status. */
export const wantedBeginning: WantedStatus = 'open';

export function wantedText(status: WantedStatus): string {
  return table[status].text;
}

/** The meaning of the state for the buyer, in a sentence. */
export function wantedNote(status: WantedStatus): string {
  return table[status].note;
}

/** True while it waits for an answer. */
export function isWantedOpen(status: WantedStatus): boolean {
  return table[status].isOpen;
}

/** True for a request that the buyer withdrew. */
export function isWantedWithdrawn(status: WantedStatus): boolean {
  return status === 'withdrawn';
}
