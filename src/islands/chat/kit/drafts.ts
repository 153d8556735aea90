/** Text that was typed into a talk and not sent; it lasts until the browser's tab is closed. */

const key = (kind: string, talk: number) => `yp_chat_draft ${kind} ${talk}`;

export function readDraft(kind: string, talk: number): string {
  return sessionStorage.getItem(key(kind, talk)) ?? '';
}

export function keepDraft(kind: string, talk: number, text: string): void {
  if (text === '') sessionStorage.removeItem(key(kind, talk));
  else
    try {
      sessionStorage.setItem(key(kind, talk), text);
    } catch {
      // Without room for it the text stays in the box.
    }
}
