/** Finds the part of the help that answers a question; its text is shown as it is, none is generated (rules 21). */

export interface HelpPart {
  /** Title of the page, and of the part; both count more than the text. */
  title: string;
  heading: string;
  text: string;
  href: string;
}

/** Share of the question's pairs of characters that a part must have to be shown. */
const leastShare = 0.5;
/** Words of a question that no answer is about. */
const fillers = /请问|你好|您好|怎么|如何|什么|为什么|可以|能不能|一下|吗|呢|吧|的|了|啊|我们|我|要|想/g;

function pairsOf(text: string): Set<string> {
  const letters = text.normalize('NFKC').toLowerCase().replaceAll(fillers, ' ');
  const pairs = new Set<string>();
  for (const run of letters.split(/[^\p{L}\p{N}]+/u)) {
    const characters = [...run];
    for (let at = 0; at + 1 < characters.length; at++) pairs.add(`${characters[at]}${characters[at + 1]}`);
  }
  return pairs;
}

/** The best part for a question; null where none has half of its words, one of them in its title. */
export function findHelpPart(question: string, parts: readonly HelpPart[]): HelpPart | null {
  const asked = pairsOf(question);
  if (asked.size === 0) return null;
  let best: { part: HelpPart; score: number } | null = null;
  for (const part of parts) {
    const titles = pairsOf(`${part.title} ${part.heading}`);
    const words = pairsOf(part.text);
    let hits = 0;
    let score = 0;
    // A part that has a word in its text alone mentions it and does not explain it.
    let isAbout = false;
    for (const pair of asked) {
      if (titles.has(pair)) {
        score += 2;
        isAbout = true;
      } else if (words.has(pair)) score += 1;
      if (titles.has(pair) || words.has(pair)) hits += 1;
    }
    if (!isAbout || hits / asked.size < leastShare) continue;
    if (best === null || score > best.score) best = { part, score };
  }
  return best?.part ?? null;
}
