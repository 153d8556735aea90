/** What is written down when a refrigerated parcel is handed over (冷链记录): its temperature and what keeps it cold. */

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

const opening = '冷链发货：启运温度';

/** The record as the parcel's way tells it to the buyer; `cooler`: how it travels, empty where nobody said. */
export function coldRecordText(degrees: number, cooler: string): string {
  return `${opening}${degrees.toFixed(1)}℃${cooler === '' ? '' : `，${cooler}`}`;
}

/** What a record says, to be printed: `5.0℃，冷藏车`; null for any other report of a parcel. */
export function findColdRecord(text: string): string | null {
  return text.startsWith(opening) ? text.slice(opening.length) : null;
}
