/** Files in a store that speaks S3. Each call opens its own client: the product holds nothing between requests. */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileFacts, FileStore } from './files.ts';
import { checkFileName, counting } from './files-names.ts';

export type S3Place = {
  bucket: string;
  /** Empty, or ending with a slash. */
  prefix: string;
  /** Null: the maker's own address for the region. */
  endpoint: string | null;
  region: string;
  accessKey: string | null;
  secretKey: string | null;
  pathStyle: boolean;
};

export function s3ConfigOf(place: S3Place): S3ClientConfig {
  const { accessKey, secretKey } = place;
  return {
    region: place.region,
    forcePathStyle: place.pathStyle,
    ...(place.endpoint === null ? {} : { endpoint: place.endpoint }),
    ...(accessKey === null || secretKey === null ? {} : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    // stores of other makers do not know the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException &&
  (error.name === 'NotFound' || error.name === 'NoSuchKey' || error.$metadata.httpStatusCode === 404);

async function* listAll(client: S3Client, place: S3Place, folder: string): AsyncGenerator<FileFacts> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: place.bucket,
        Prefix: `${place.prefix}${folder}/`,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    );
    for (const one of page.Contents ?? [])
      yield {
        name: (one.Key ?? '').slice(place.prefix.length),
        bytes: one.Size ?? 0,
        etag: one.ETag ?? '',
        modifiedAt: one.LastModified?.getTime() ?? 0,
      };
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

async function removeAll(client: S3Client, place: S3Place, folder: string): Promise<void> {
  let some: { Key: string }[] = [];
  const flush = async () => {
    if (some.length > 0)
      await client.send(new DeleteObjectsCommand({ Bucket: place.bucket, Delete: { Objects: some, Quiet: true } }));
    some = [];
  };
  for await (const one of listAll(client, place, folder)) {
    some.push({ Key: `${place.prefix}${one.name}` });
    if (some.length === 1_000) await flush();
  }
  await flush();
}

/** Opens the store; nothing is asked before the first file. */
export function s3Files(place: S3Place): FileStore {
  const client = new S3Client(s3ConfigOf(place));
  const at = (name: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${checkFileName(name)}` });
  return {
    async put(name, content) {
      const { through, totals } = counting();
      content.on('error', (error) => through.destroy(error));
      await new Upload({ client, params: { ...at(name), Body: content.pipe(through) } }).done();
      return totals();
    },
    async get(name, range) {
      const found = await client.send(
        new GetObjectCommand({ ...at(name), ...(range === undefined ? {} : { Range: `bytes=${range.from}-${range.to}` }) }),
      );
      if (!(found.Body instanceof Readable)) throw new Error('the store gave no stream');
      return found.Body;
    },
    async stat(name) {
      try {
        const found = await client.send(new HeadObjectCommand(at(name)));
        return {
          name,
          bytes: found.ContentLength ?? 0,
          etag: found.ETag ?? '',
          modifiedAt: found.LastModified?.getTime() ?? 0,
        };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (name) => void (await client.send(new DeleteObjectCommand(at(name)))),
    list: (folder) => listAll(client, place, checkFileName(folder)),
    removeAll: (folder) => removeAll(client, place, checkFileName(folder)),
  };
}
