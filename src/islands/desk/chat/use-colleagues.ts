import { useEffect, useState } from 'react';
import { deskChat, viewTalk } from '#lib/client/stores/desk/chat.ts';

/** The sign of looking is sent again after this time, and a colleague's counts for twice of it, ms. */
const viewMs = 20_000;
/** A colleague types no more after this time without a sign, ms. */
const typingMs = 6_000;

interface Seen {
  what: 'typing' | 'viewing';
  until: number;
}

export interface Colleagues {
  typing: readonly string[];
  viewing: readonly string[];
}

/** Colleagues who type in a talk or look at it now, and says to them that this person looks. `me` is one's own name. */
export function useColleagues(id: number, me: string): Colleagues {
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map());

  useEffect(() => {
    const say = () => {
      if (document.visibilityState === 'visible') viewTalk(id).catch(() => undefined);
    };
    say();
    const clock = setInterval(() => {
      say();
      forget();
    }, viewMs);
    const soon = setInterval(forget, typingMs / 2);
    function forget() {
      const now = Date.now();
      setSeen((all) => {
        const rest = [...all].filter(([, { until }]) => until > now);
        return rest.length === all.size ? all : new Map(rest);
      });
    }
    const end = deskChat.onNews((news) => {
      if (typeof news === 'string' || news.talk !== id || news.side !== 'staff') return;
      const { what, name } = news;
      if ((what !== 'typing' && what !== 'viewing') || name === '' || name === me) return;
      const until = Date.now() + (what === 'typing' ? typingMs : 2 * viewMs);
      setSeen((all) => {
        // Typing is looking too: it lasts shorter, and must not end the look.
        const before = all.get(name);
        if (what === 'viewing' && before?.what === 'typing' && before.until > Date.now()) return all;
        return new Map(all).set(name, { what, until });
      });
    });
    return () => {
      clearInterval(clock);
      clearInterval(soon);
      end();
    };
  }, [id, me]);

  const names = (wanted: Seen['what']) =>
    [...seen].flatMap(([name, { what }]) => (what === wanted ? [name] : []));
  return { typing: names('typing'), viewing: names('viewing') };
}
