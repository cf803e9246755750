/** Ids are UUIDs of version 7 (RFC 9562 §5.7); they are made on the server. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => uuid.test(text);
