/** The package brings no types; these are the calls that the test makes. */
declare module 'bigbluebutton-js' {
  type Parameters = Record<string, string | boolean>;
  /** Each gives the signed address of a call. */
  export function api(
    host: string,
    secret: string,
  ): {
    administration: {
      create(name: string, meetingID: string, more?: Parameters): string;
      join(fullName: string, meetingID: string, password: string, more?: Parameters): string;
      end(meetingID: string, password: string): string;
    };
    monitoring: { getMeetings(): string; getMeetingInfo(meetingID: string): string; isMeetingRunning(meetingID: string): string };
    recording: {
      getRecordings(more?: Parameters): string;
      publishRecordings(recordID: string, publish: boolean): string;
      updateRecordings(recordID: string, more: Parameters): string;
      deleteRecordings(recordID: string): string;
    };
    hooks: { list(): string };
  };
  /** Asks the address and reads the answer. */
  export function http(address: string): Promise<unknown>;
}
