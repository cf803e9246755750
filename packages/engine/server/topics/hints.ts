import * as z from 'zod/mini';
import type { ServerMessage } from '#protocol/messages.ts';
import { peopleOf } from '#server/members.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { noteHint } from '#server/record/recorder.ts';
import { bucketPerSeat } from '#server/rate.ts';
import { refusalWithout } from '#server/requests/request.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import type { TopicLog } from '#server/topics/topic-log.ts';

/** Of one person; a recording needs no more. */
const RECORDED = { perSecond: 10, burst: 10 };

/** Passes on what a person shows the others for a moment: it has no revision, and neither the journal nor late joiners get it. */
export function passHints<Command, Event, State>(
  { topic, hint: rule }: TopicPlug<Command, Event, State>,
  { engine, meeting }: { engine: Engine; meeting: Meeting },
): TopicLog['hint'] {
  if (rule === undefined) return () => 'unknown-topic';
  const takes = bucketPerSeat({ perSecond: rule.perSecond, burst: rule.perSecond }, engine.clock);
  const isRecorded = bucketPerSeat(RECORDED, engine.clock);
  return (seat, raw) => {
    if (!takes(seat)) return null;
    const refused = refusalWithout(seat, rule.needs);
    if (refused !== null) return refused;
    const read = z.safeParse(rule.schema, raw);
    if (!read.success || Buffer.byteLength(JSON.stringify(raw)) > topic.budget.bytes) return 'bad-message';
    const [by, hint] = [seat.id, read.data];
    const message: ServerMessage = { t: 'hint', topic: topic.name, by, hint };
    const text = JSON.stringify(message);
    for (const reader of peopleOf(meeting)) if (reader !== seat && reader.topics.has(topic.name)) reader.line?.sendHint(text);
    // the last one, which says that there is nothing any more, is not left out
    if (rule.recorded && (hint === null || isRecorded(seat))) noteHint(meeting.recorder, { topic: topic.name, by, hint });
    return null;
  };
}
