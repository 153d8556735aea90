/**
 * React as Astro's renderer of islands gets it on the server (react.ts puts it in the place of
 * `react-dom/server`). A page of goods has some hundred islands and badges, nothing of them waits, and a stream for
 * each costs more than its few tags: they are rendered in one go. What suspends shows its fallback.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server.node';

interface Pipe {
  identifierPrefix: string;
  onError(error: unknown): void;
  onAllReady(): void;
}

/** What the renderer pipes into: it takes the text as it is and answers with it when it is destroyed. */
interface Sink {
  _write(text: string, encoding: string, callback: () => void): void;
  destroy(): void;
}

/** Like React's, but there is only one piece. */
function renderToPipeableStream(node: ReactNode, { identifierPrefix, onError, onAllReady }: Pipe) {
  let html = '';
  try {
    html = renderToString(node, { identifierPrefix });
    // It reads what this function answers.
    queueMicrotask(onAllReady);
  } catch (error) {
    onError(error);
  }
  return {
    pipe(sink: Sink): void {
      sink._write(html, 'utf8', () => sink.destroy());
    },
  };
}

export default { renderToPipeableStream, renderToStaticMarkup, renderToString };
