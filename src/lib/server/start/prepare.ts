import { prepareDemo, refuseDemoAt } from '#demo/history/prepare-demo.ts';
import { layFilms, layPhotos } from '#demo/seed/photos.ts';
import { completeEnv, env, StartupError } from '../core/process/env.ts';
import { readSecret } from '../core/process/secret.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateDatabase } from '../db/migrate.ts';

const HOW = {
  started: '自带 PostgreSQL 已启动',
  adopted: '接管了仍在运行的自带 PostgreSQL',
  connected: '已连接到自带 PostgreSQL',
  external: '已连接到 DATABASE_URL',
} as const;

/**
 * Opens the database, brings it to the schema, seeds the demo, and completes the environment for the app
 * (DATABASE_URL, DEMO, AUTH_SECRET). Close what it returns at the end. Throws StartupError where the environment and
 * the database disagree on being a demo.
 */
export async function prepareDatabase(): Promise<Database> {
  // Decided before DATABASE_URL is filled in.
  const { DEMO: demo } = env();
  const database = await openDatabase('server');
  try {
    completeEnv({ DATABASE_URL: database.url, DEMO: demo ? '1' : '0', AUTH_SECRET: readSecret() });
    await migrateDatabase(database.url);
    console.log(`数据库：${HOW[database.how]}`);
    if (!demo) await refuseDemoAt(database.url);
    else if ((await prepareDemo(database.url)) === 'seeded') console.log('演示数据：已写入');
    if (demo) await layDemoFiles();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A place of files that takes none stops uploads, and no buyer: the demo starts without its pictures and films. */
async function layDemoFiles(): Promise<void> {
  try {
    await layFilms();
    await layPhotos();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(`演示的图片和视频没有存放：${error.message}`);
  }
}
