/** Parts in a bucket. Keys, region and address come from the variables that every S3 tool reads (AWS_…). */
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StartupError } from '#lib/server/core/process/env.ts';
import type { Store, StoreUse } from './store.ts';

function explain({ name: use, setting }: StoreUse, where: string, error: unknown): StartupError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return new StartupError(
    `${use}存储 ${where} 不可用（${name}：${message}）。请检查 ${setting} 和 AWS_ 开头的变量。`,
  );
}

/** `to` is `s3://bucket/prefix`. */
export function s3Store(to: string, use: StoreUse): Store {
  const { hostname: bucket, pathname } = new URL(to);
  const prefix = pathname.replace(/^\/|\/$/g, '');
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const client = new S3Client({
    region: process.env.AWS_REGION ?? 'us-east-1',
    // Servers of one's own rarely have a name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Parts carry check sums of ours; the library's newer ones are unknown to many servers.
    ...(use.patience !== undefined && {
      requestHandler: { connectionTimeout: use.patience, requestTimeout: use.patience },
    }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  async function explained<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw explain(use, to, error);
    }
  }

  async function* pagesUnder(start: string, isTopOnly = false) {
    let token: string | undefined;
    do {
      const page = await explained(
        client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: start,
            ContinuationToken: token,
            ...(isTopOnly && { Delimiter: '/' }),
          }),
        ),
      );
      yield {
        keys: (page.Contents ?? []).flatMap(({ Key }) => Key ?? []),
        folders: (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
      };
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async function* partsUnder(start: string): AsyncGenerator<string> {
    for await (const { keys } of pagesUnder(start)) for (const key of keys) yield key.slice(start.length);
  }

  return {
    where: to,
    put: async (name, bytes) => {
      await explained(client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(name), Body: bytes })));
    },
    find: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw explain(use, to, error);
      }
    },
    list: async () => {
      const start = keyOf('');
      const names: string[] = [];
      for await (const { folders } of pagesUnder(start, true))
        for (const folder of folders) names.push(folder.slice(start.length, -1));
      return names.sort();
    },
    parts: (under) => partsUnder(keyOf(under === undefined ? '' : `${under}/`)),
    remove: async (backup) => {
      const keys: string[] = [];
      for await (const page of pagesUnder(`${keyOf(backup)}/`)) keys.push(...page.keys);
      // The manifest goes first: what is left of a removal that breaks off is no backup any more.
      keys.sort((a, b) => Number(b.endsWith('/manifest.json')) - Number(a.endsWith('/manifest.json')));
      for (let at = 0; at < keys.length; at += 1000) {
        const Objects = keys.slice(at, at + 1000).map((Key) => ({ Key }));
        await explained(client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } })));
      }
    },
    close: () => client.destroy(),
  };
}
