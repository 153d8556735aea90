/** Texts for the pictures of shared links of editors' pages. */
import { listHelpGroups } from './help.ts';
import { dayText, listNews, newsKinds } from './news.ts';
import type { Publishing } from './publishing.ts';
import { findZone } from './zones.ts';

interface ShareText {
  kind: string;
  title: string;
  lines: string[];
}

/** The address of the picture of a page: `help`, `news` or `zone`, and the page's id. */
export function shareImage(room: 'help' | 'news' | 'zone', id: string): string {
  return `/img/share/${room}-${id.replaceAll('/', '-')}.png`;
}

/** The words of a picture by the name in its address; undefined where no page has it. */
export async function findShareText(publishing: Publishing, name: string): Promise<ShareText | undefined> {
  const [, room = '', id = ''] = /^(help|news|zone)-(.+)$/.exec(name) ?? [];
  if (room === 'help') {
    const groups = await listHelpGroups(publishing);
    const found = groups.flatMap(({ pages }) => pages).find((page) => page.id.replace('/', '-') === id);
    return found && { kind: '帮助中心', title: found.title, lines: sentence(found.summary) };
  }
  if (room === 'news') {
    const found = (await listNews(publishing)).find((one) => one.id === id);
    return found && { kind: newsKinds[found.kind], title: found.title, lines: [dayText(found.date)] };
  }
  const zone = room === 'zone' ? ((await findZone(id)) ?? (await findZone(id.replace('-', '/')))) : undefined;
  return zone && { kind: '专区', title: zone.title, lines: sentence(zone.summary) };
}

/** The part of a summary that fits two lines. */
function sentence(text: string): string[] {
  return text.match(/.{1,32}/gsu)?.slice(0, 2) ?? [];
}
