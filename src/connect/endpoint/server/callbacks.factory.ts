/** A customer's program with a running server and a receiver, for tests of the callbacks that programs get. */
import { buildStage, type Stage } from '#meet/meetings/server/meet.factory.ts';
import { buildReceiver, type Receiver } from '#connect/webhooks/server/receiver.factory.ts';

export type Scene = Stage & {
  receiver: Receiver;
  secret: string;
  run(
    call:
      | 'create'
      | 'end'
      | 'hooks/create'
      | 'hooks/list'
      | 'hooks/destroy'
      | 'publishRecordings'
      | 'updateRecordings'
      | 'deleteRecordings',
    parameters?: Record<string, string>,
  ): Promise<string>;
  /** Our id of the meeting that was created last. */
  meetingId(): string;
};

export async function buildScene(): Promise<Scene> {
  const [stage, receiver] = [await buildStage(), await buildReceiver()];
  const api = stage.world.api(stage.owner).endpoint;
  const secretId = (await api.get({})).secrets[0]?.id ?? '';
  const { secret } = await api.reveal({ params: { id: secretId } });
  return {
    ...stage,
    receiver,
    secret,
    run: async (call, parameters = {}) => {
      const list = Object.entries(parameters).map(([name, value]) => ({ name, value }));
      return (await api.run({ body: { secretId, call, method: 'GET', hash: 'sha256', parameters: list } })).body;
    },
    meetingId: () => [...stage.fake.meetings.keys()].at(-1) ?? '',
  };
}
