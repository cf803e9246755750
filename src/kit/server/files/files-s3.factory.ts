/// <reference path="./files-s3rver.d.ts" />
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';

const folderOf = (directory: string, uploadId: string): string | null => {
  const found = fs.readdirSync(directory, { recursive: true }).find((name) => path.basename(String(name)) === uploadId);
  return found === undefined ? null : path.join(directory, String(found));
};
const partsIn = (folder: string): string =>
  fs
    .readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const md5 = fs.readFileSync(path.join(folder, `${name}.md5`), 'utf8');
      const size = fs.statSync(path.join(folder, name)).size;
      return `<Part><PartNumber>${name}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`;
    })
    .join('');

/** What the store of the tests does not know: listing the parts of an upload, and giving it up. */
function answerParts(directory: string, request: http.IncomingMessage, response: http.ServerResponse): boolean {
  const { searchParams } = new URL(request.url ?? '/', 'http://store');
  const uploadId = searchParams.get('uploadId');
  if (uploadId === null || (request.method !== 'GET' && request.method !== 'DELETE')) return false;
  const folder = folderOf(directory, uploadId);
  response.setHeader('content-type', 'application/xml');
  if (folder === null) response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
  else if (request.method === 'GET') response.end(`<ListPartsResult>${partsIn(folder)}</ListPartsResult>`);
  else {
    fs.rmSync(folder, { recursive: true });
    response.writeHead(204).end();
  }
  return true;
}

/** A store that speaks S3, in this process until the test ends, with a bucket. Returns the variables that lead there. */
export async function buildS3Store(): Promise<Record<string, string>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-s3-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory }).callback();
  const server = http.createServer((request, response) => answerParts(directory, request, response) || store(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  const endpoint = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
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
