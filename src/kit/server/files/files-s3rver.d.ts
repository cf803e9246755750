// the package has no types of its own; these are the parts that the tests of the store use
declare module 's3rver' {
  class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
  export = S3rver;
}
