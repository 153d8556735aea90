/** Where scanned boxes go among the lines of a parcel (rules 3). */

/** A line of the parcel, with the codes that it has. */
export interface ScanLine {
  id: number;
  name: string;
  /** Pieces of it in the parcel. */
  pieces: number;
  codes: readonly string[];
}

export interface ScannedCode {
  code: string;
  isCase: boolean;
  boxes: readonly string[];
}

/**
 * The codes that the lines of the product get, the first with room first, or why none of them is taken: a box of them is
 * there already, or there are more boxes than room.
 */
export function placeScan(
  { code, isCase, boxes }: ScannedCode,
  lines: readonly ScanLine[],
  own: readonly number[],
): { placed: Map<number, string[]> } | { fault: string } {
  const there = new Set(lines.flatMap(({ codes }) => codes));
  const again = boxes.find((box) => there.has(box));
  if (again !== undefined)
    return { fault: isCase ? `箱码${code}里的${again}已扫过，整箱未录入` : `追溯码${code}已扫过` };
  const takers = lines.filter(({ id }) => own.includes(id));
  const room = takers.reduce((sum, { pieces, codes }) => sum + Math.max(0, pieces - codes.length), 0);
  const name = takers[0]?.name ?? '';
  if (boxes.length > room) {
    if (room === 0) return { fault: `“${name}”已扫满，多出的请放回` };
    return { fault: `箱码${code}有${boxes.length}盒，“${name}”只差${room}盒，请拆箱逐盒扫` };
  }
  const rest = [...boxes];
  const placed = new Map<number, string[]>();
  for (const { id, pieces, codes } of takers) {
    const taken = rest.splice(0, Math.max(0, pieces - codes.length));
    if (taken.length > 0) placed.set(id, taken);
  }
  return { placed };
}
