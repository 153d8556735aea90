/** Rooms of live streaming (rules 22): their states, who may watch, and which acts are possible. */
import { keysOf } from '../terms/keys.ts';
import type { EpochMs } from '../terms/terms.ts';

/**
 * draft: the merchant writes it. waiting: the platform examines host, goods and words (直播电商监督管理办法: prior review).
 * ready: it may go on air. live: on air. ended: over, as planned or by the host. stopped: taken off air by the platform.
 */
export type RoomState = 'draft' | 'waiting' | 'refused' | 'ready' | 'live' | 'ended' | 'stopped';

/**
 * edit, hand_in, withdraw, cancel: of the merchant; a room that is changed when it is ready is a draft again. pass, refuse: of the platform. start, end: of the host. stop: of the platform, at any time.
 * rekey: a new stream key. cut: the part that is shown as replay.
 */
export type RoomVerb =
  | 'edit'
  | 'hand_in'
  | 'withdraw'
  | 'pass'
  | 'refuse'
  | 'start'
  | 'end'
  | 'stop'
  | 'rekey'
  | 'cut'
  | 'cancel';

interface StateRow {
  text: string;
  verbs: readonly RoomVerb[];
  /** Viewers find it in the list and may open its room. */
  isPublic: boolean;
}

const states = {
  draft: { text: '草稿', verbs: ['edit', 'hand_in', 'cancel'], isPublic: false },
  waiting: { text: '待审核', verbs: ['pass', 'refuse', 'withdraw', 'cancel'], isPublic: false },
  refused: { text: '未通过', verbs: ['edit', 'hand_in', 'cancel'], isPublic: false },
  ready: { text: '预告', verbs: ['edit', 'start', 'rekey', 'stop', 'cancel'], isPublic: true },
  live: { text: '直播中', verbs: ['end', 'stop', 'rekey'], isPublic: true },
  ended: { text: '已结束', verbs: ['cut', 'stop'], isPublic: true },
  stopped: { text: '已中止', verbs: [], isPublic: false },
} as const satisfies Record<RoomState, StateRow>;

export const allRoomStates = keysOf(states);

/** Verbs of a merchant's people, and of the platform's. */
export const roomVerbs = {
  merchant: ['edit', 'hand_in', 'withdraw', 'cancel', 'rekey', 'start', 'end', 'cut'],
  platform: ['pass', 'refuse', 'stop'],
} as const satisfies Record<'merchant' | 'platform', readonly RoomVerb[]>;

export const allRoomVerbs: readonly RoomVerb[] = [...roomVerbs.merchant, ...roomVerbs.platform];

export const roomText = (state: RoomState): string => states[state].text;

export function roomCan(state: RoomState, verb: RoomVerb): boolean {
  const verbs: readonly RoomVerb[] = states[state].verbs;
  return verbs.includes(verb);
}

/** The states in which an act is possible, for the guard of its UPDATE. */
export const statesFor = (verb: RoomVerb): RoomState[] =>
  allRoomStates.filter((state) => roomCan(state, verb));

export const isPublicRoom = (state: RoomState): boolean => states[state].isPublic;

/** Longest time on air, ms: a room that nobody ends is ended by itself. */
export const maxOnAirMs = 12 * 3_600_000;

/** How long before its time a room may go on air, ms. */
export const earlyStartMs = 60 * 60_000;

/** How long a stream key is good, ms; a room's key is renewed at the desk at any time. */
export const keyLifeMs = 30 * 24 * 3_600_000;

/** Records of live streaming are stored for three years (直播电商监督管理办法). */
const recordYears = 3;
/** The same, ms: of three years one may have 366 days. */
export const recordMs = (recordYears * 365 + 1) * 24 * 3_600_000;

/** A replay is shown when the room is over, has a cut and is switched on. */
export function hasReplay(room: {
  state: RoomState;
  isReplay: boolean;
  replayFrom: EpochMs | null;
  replayTo: EpochMs | null;
}): boolean {
  return room.state === 'ended' && room.isReplay && room.replayFrom !== null && room.replayTo !== null;
}

/** What a caller sees of a room. `join`: that it exists, what it is about and how to be admitted; neither picture nor goods. */
export type RoomView = 'none' | 'join' | 'watch';

/** Who asks: a visitor, a company without approval, or an approved buyer. */
export type Viewer = 'visitor' | 'unapproved' | 'approved';

/** Prescription medicines are not advertised to the public: such a room is for approved buyers alone. */
export function roomView({ state, isRx }: { state: RoomState; isRx: boolean }, viewer: Viewer): RoomView {
  if (!isPublicRoom(state)) return 'none';
  return isRx && viewer !== 'approved' ? 'join' : 'watch';
}

/** What viewers find a public room to be. */
export type RoomFace = 'now' | 'soon' | 'replay' | 'over';

export const roomFaceTexts = {
  now: '直播中',
  soon: '预告',
  replay: '回放',
  over: '已结束',
} as const satisfies Record<RoomFace, string>;

/** A room that is not public has the face of one that is over. */
export function roomFace(room: Parameters<typeof hasReplay>[0]): RoomFace {
  if (room.state === 'live') return 'now';
  if (room.state === 'ready') return 'soon';
  return hasReplay(room) ? 'replay' : 'over';
}

/** Who says nothing for so long has left, ms. */
export const viewerLeftMs = 60_000;
/** How often a browser says that its room is open, ms. */
export const beatMs = 20_000;

/** Why a caller cannot ask in a room; empty for who can. */
export function askRefusal(
  { face, isMuted }: { face: RoomFace; isMuted: boolean },
  { isLoggedIn, isApproved, may }: { isLoggedIn: boolean; isApproved: boolean; may: boolean },
): string {
  if (face !== 'now') return '直播开始后可以提问';
  if (!isLoggedIn) return '登录后可以提问';
  if (!isApproved) return '企业资质审核通过后可以提问';
  if (!may) return '您的角色不能提问';
  return isMuted ? '主播暂时关闭了提问' : '';
}

/** Questions of one person within the time. */
export const askPace = { most: 3, withinMs: 30_000 } as const;
/** Characters of a question. */
export const maxQuestion = 100;
/** Likes that one call may add: a browser counts presses and sends them together. */
export const mostLikesAtOnce = 30;
