/** Ids are UUIDs of version 7 (RFC 9562 §5.7); they are made on the server. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => uuid.test(text);
/** When an id was made, in epoch milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);
