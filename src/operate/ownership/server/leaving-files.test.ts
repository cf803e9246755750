import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { claimFiles } from '#core/files/server/attachments.service.ts';
import { filesLeft } from '#core/files/server/files.factory.ts';
import { pdf } from '@atrium/pages/samples.factory';
import { deliverMail } from '#talk/mailbox/server/delivering.service.ts';
import { mailLimits } from '#talk/mailbox/mailbox.rules.ts';
import { newId } from '#kit/server/ids.ts';
import { buildAccountOwner, buildColleague, folder, proven, whole } from './ownership.factory.ts';

test('files that only somebody who leaves ever saw go with them; what others have a copy of stays', async () => {
  const world = await worldForThisTest({ env: folder() });
  const ana = await buildAccountOwner(world);
  const ben = await proven(world, { ...whole(await buildColleague(world, ana)), role: 'member' });
  const attach = (name: string) =>
    addFileOfConversation(world.ctx(), {
      ...{ accountId: ben.accountId, ownerId: ben.userId, name, content: pdf({ pages: 1 }) },
    });
  const [unsent, drafted, mailed, chatted] = [
    await attach('unsent.pdf'),
    await attach('drafted.pdf'),
    await attach('mailed.pdf'),
    await attach('chatted.pdf'),
  ];
  const { mailbox } = world.api(ben);
  const write = async (file: string) => {
    const id = newId();
    const letter = { recipients: [ana.userId], subject: 'Plan', text: 'As agreed', files: [file], revision: 0 };
    await mailbox.save({ params: { id }, body: letter });
    return id;
  };
  await write(drafted);
  const sent = await write(mailed);
  await mailbox.send({ params: { id: sent }, body: { revision: 1 } });
  world.clock.advance((mailLimits.undoSeconds + 1) * 1_000);
  await deliverMail(world.ctx(), sent);
  const onItsWay = await attach('on-its-way.pdf');
  await mailbox.send({ params: { id: await write(onItsWay) }, body: { revision: 1 } });
  await world.ctx().system.write((tx) => claimFiles(tx, [{ id: chatted }], { kind: 'chat', id: newId() }));
  await world.api(ben).ownership.leave();
  expect(await filesLeft(world, [unsent, drafted, mailed, chatted, onItsWay])).toEqual([mailed, chatted, onItsWay]);
});
