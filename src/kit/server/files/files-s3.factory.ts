/// <reference path="./files-s3rver.d.ts" />
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';

/** A store that speaks S3, in this process until the test ends, with a bucket. Returns the variables that lead there. */
export async function buildS3Store(): Promise<Record<string, string>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-s3-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const admin = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await admin.send(new CreateBucketCommand({ Bucket: 'recordings-of-all' }));
  return {
    STORAGE: 's3://recordings-of-all/atrium',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    S3_PATH_STYLE: 'on',
  };
}
