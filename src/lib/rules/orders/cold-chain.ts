/** The record of a refrigerated parcel (冷链记录): its cooler, its recorder, its temperature at departure and arrival. */
import { keysOf } from '../terms/keys.ts';

/** Possible range of anything sent refrigerated or frozen, in degrees; a value outside is a typo. */
const [coldest, warmest] = [-80, 30];

/** Parses a typed temperature: `5`, `5.2`, `-18℃`, in degrees with one decimal; null where it is invalid. */
export function readTemperature(text: string): number | null {
  const match = /^([+-]?\d{1,2}(?:\.\d)?)\s*(?:℃|°C|度)?$/i.exec(
    text.normalize('NFKC').replace('−', '-').trim(),
  );
  const degrees = match ? Number(match[1]) : Number.NaN;
  return degrees >= coldest && degrees <= warmest ? degrees : null;
}

/** The sender's fields, by the names of the call, with the most characters of each. */
export const coldFields = {
  temperature: { text: '启运温度', most: 20 },
  cooler: { text: '冷藏车或冷藏箱', most: 50 },
  recorder: { text: '温度记录仪编号', most: 30 },
} as const satisfies Record<string, { text: string; most: number }>;

export type ColdTyped = Record<keyof typeof coldFields, string>;

/** A parcel at departure. */
export interface ColdRecord {
  degrees: number;
  cooler: string;
  recorder: string;
}

/** What is wrong with the fields of a refrigerated parcel, by field; empty where it may be sent. */
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

/** A record as printed: `5.0℃，冷藏箱07号，记录仪LJ-12`. Missing values of an old one are left out. */
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

/** The record in the parcel's tracking for the buyer. */
export function coldRecordText(record: ColdRecord): string {
  return `冷链发货：启运温度${coldRecordWords(record)}`;
}

/** `5.0℃`. */
export function showDegrees(degrees: number): string {
  return `${degrees.toFixed(1)}℃`;
}

/** Storage temperature in degrees, both ends allowed. */
export interface ColdRange {
  low: number;
  high: number;
}

/** 药品 with 冷藏 and no degrees: 2–8℃, as 药典 defines it. */
const usual: ColdRange = { low: 2, high: 8 };

/** The range in a storage text: `冷藏 2-8℃`, `-25～-15℃`, `不超过20℃`, `-20℃以下`; 2–8℃ without one. */
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

/** `2–8℃`; with an upper limit only `不超过-20℃`. */
export function rangeText({ low, high }: ColdRange): string {
  return low === coldest ? `不超过${high}℃` : `${low}–${high}℃`;
}

/** Whether items arrived outside of their storage range. */
export function isOutOfRange(degrees: number, { low, high }: ColdRange): boolean {
  return degrees < low || degrees > high;
}
