// the package has no types of its own; these are the parts that the tests of the store use
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string });
    callback(): RequestListener;
  }
  export = S3rver;
}
