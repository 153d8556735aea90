/** /api/health of the development server, where the steps of the real one do not run. */
import type { AstroIntegration } from 'astro';

export const devHealth: AstroIntegration = {
  name: 'dev-health',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/api/health', (_request, response) => {
        void answer(server).then(({ status, body }) => {
          response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
          response.end(body);
        });
      });
    },
  },
};

interface Server {
  ssrLoadModule: (url: string) => Promise<Record<string, unknown>>;
}

/** Reads the database by the modules that pages use. */
async function answer(server: Server): Promise<{ status: number; body: string }> {
  const data = await read(server).then(
    () => ({ live: true, ready: true, reading: true }),
    () => ({ live: true, ready: false, reading: false }),
  );
  const status = data.ready ? 200 : 503;
  const message = data.ready ? 'ok' : '数据库没有应答';
  return { status, body: JSON.stringify({ code: status, message, data }) };
}

async function read(server: Server): Promise<void> {
  const { getPool } = await server.ssrLoadModule('/src/lib/server/db/client.ts');
  if (typeof getPool !== 'function') throw new Error('the database cannot be asked');
  await getPool().query('select 1');
}
