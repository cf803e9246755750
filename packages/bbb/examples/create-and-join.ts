/**
 * Creates a meeting on any BBB server and prints a link for its first moderator:
 * `node create-and-join.ts https://bbb.example/bigbluebutton/ SECRET "Maths"`
 */
import { bbbClient } from '@atrium/bbb/client';

const [url, secret, name = 'A meeting'] = process.argv.slice(2);
if (url === undefined || secret === undefined) throw new Error('Give the address and the secret of a server');

const bbb = bbbClient({ url, secret });
const meetingID = `example-${Date.now()}`;
const created = await bbb.create({ meetingID, name });
if (!created.ok) throw new Error(`The server refuses: ${created.key} ${created.message}`);

const link = bbb.joinUrl({ meetingID, fullName: 'First Moderator', role: 'MODERATOR', createTime: created.createTime });
process.stdout.write(`${link}\n`);
