/** The last part of a recording's address, which names a way of watching it; absent: the best one. */
type FormatName = string | undefined;

/** Whether it may be the name of a format, as servers give them. Whether the recording has it is found out with the recording. */
export const mayBeFormat = (format: FormatName): boolean => format === undefined || /^[a-z][a-z0-9_-]{0,39}$/.test(format);

export const hasFormat = (recording: { formats: readonly { type: string }[] }, format: FormatName): boolean =>
  format === undefined || recording.formats.some((one) => one.type === format);
