/**
 * React for Astro's renderer of islands on the server (react.ts puts it in the place of `react-dom/server`). A page of
 * items has about a hundred islands and badges, none of them waits, and a stream for each costs more than its few tags:
 * they are rendered synchronously. A suspending component shows its fallback.
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server.node';

interface Pipe {
  identifierPrefix: string;
  onError(error: unknown): void;
  onAllReady(): void;
}

/** The renderer's pipe target: it takes the text unchanged and returns it when it is destroyed. */
interface Sink {
  _write(text: string, encoding: string, callback: () => void): void;
  destroy(): void;
}

/** Like React's, but there is only one piece. */
function renderToPipeableStream(node: ReactNode, { identifierPrefix, onError, onAllReady }: Pipe) {
  let html = '';
  try {
    html = renderToString(node, { identifierPrefix });
    // It reads the result of this function.
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
