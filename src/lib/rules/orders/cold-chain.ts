/**
 * What is written down of a refrigerated parcel (冷链记录): what keeps it cold, which recorder travels with it, its
 * temperature when it leaves and when it arrives.
 */
import { keysOf } from '../terms/keys.ts';

/** Degrees between which anything that is sent refrigerated or frozen can be; beyond them somebody has mistyped. */
const [coldest, warmest] = [-80, 30];

/** A temperature as it is typed: `5`, `5.2`, `-18℃`, in degrees with one decimal; null where it is none. */
export function readTemperature(text: string): number | null {
  const match = /^([+-]?\d{1,2}(?:\.\d)?)\s*(?:℃|°C|度)?$/i.exec(
    text.normalize('NFKC').replace('−', '-').trim(),
  );
  const degrees = match ? Number(match[1]) : Number.NaN;
  return degrees >= coldest && degrees <= warmest ? degrees : null;
}

/** What the sender types, by the names of the call, with the most signs of each. */
export const coldFields = {
  temperature: { text: '启运温度', most: 20 },
  cooler: { text: '冷藏车或冷藏箱', most: 50 },
  recorder: { text: '温度记录仪编号', most: 30 },
} as const satisfies Record<string, { text: string; most: number }>;

export type ColdTyped = Record<keyof typeof coldFields, string>;

/** A parcel as it left. */
export interface ColdRecord {
  degrees: number;
  cooler: string;
  recorder: string;
}

/** What is wrong with what was typed of a refrigerated parcel, by field; nothing where it may go out. */
export function findColdFaults(typed: ColdTyped): Partial<ColdTyped> {
  const faults: Partial<ColdTyped> = {};
  for (const name of keysOf(coldFields)) {
    const { text, most } = coldFields[name];
    const value = typed[name].trim();
    if (value === '') faults[name] = name === 'temperature' ? '请填写启运温度，如5.2' : `请填写${text}`;
    else if (value.length > most) faults[name] = `${text}最多${most}字`;
    else if (name === 'temperature' && readTemperature(value) === null)
      faults[name] = `启运温度须为${coldest}到${warmest}之间的度数，最多一位小数，如5.2`;
  }
  return faults;
}

/** What a record says, to be printed: `5.0℃，冷藏箱07号，记录仪LJ-12`. What an old one lacks is left out. */
export function coldRecordWords({
  degrees,
  cooler,
  recorder,
}: Omit<ColdRecord, 'degrees'> & { degrees: number | null }): string {
  return [
    ...(degrees === null ? [] : [showDegrees(degrees)]),
    ...(cooler === '' ? [] : [cooler]),
    ...(recorder === '' ? [] : [`记录仪${recorder}`]),
  ].join('，');
}

/** The record as the parcel's way tells it to the buyer. */
export function coldRecordText(record: ColdRecord): string {
  return `冷链发货：启运温度${coldRecordWords(record)}`;
}

/** `5.0℃`. */
export function showDegrees(degrees: number): string {
  return `${degrees.toFixed(1)}℃`;
}

/** Degrees within which goods are kept, both ends allowed. */
export interface ColdRange {
  low: number;
  high: number;
}

/** 药品 that say 冷藏 and no degrees: 2–8℃, as 药典 has it. */
const usual: ColdRange = { low: 2, high: 8 };

/** The range that a storage text names: `冷藏 2-8℃`, `-25～-15℃`, `不超过20℃`, `-20℃以下`; 2–8℃ where it names none. */
export function storageRange(storage: string): ColdRange {
  const text = storage.normalize('NFKC').replace(/[−–—]/g, '-').replace(/°C|度/gi, '℃');
  const both = /(-?\d{1,2}(?:\.\d)?) {0,2}℃? {0,2}[-~至到] {0,2}(-?\d{1,2}(?:\.\d)?) {0,2}℃/.exec(text);
  if (both) {
    const ends = [Number(both[1]), Number(both[2])].sort((a, b) => a - b);
    return { low: ends[0] ?? usual.low, high: ends[1] ?? usual.high };
  }
  const most = /(?:不超过|不高于|低于) {0,2}(-?\d{1,2}) {0,2}℃|(-?\d{1,2}) {0,2}℃以下/.exec(text);
  if (!most) return usual;
  const high = Number(most[1] ?? most[2]);
  return { low: high > 0 ? 0 : coldest, high };
}

/** `2–8℃`; of what is only kept below something `不超过-20℃`. */
export function rangeText({ low, high }: ColdRange): string {
  return low === coldest ? `不超过${high}℃` : `${low}–${high}℃`;
}

/** Whether goods that are kept within a range arrived outside of it. */
export function isOutOfRange(degrees: number, { low, high }: ColdRange): boolean {
  return degrees < low || degrees > high;
}
