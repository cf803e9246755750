import { plainChoice } from '#ui/media/device-choice.ts';
import type { MeetingControls } from '#ui/meeting.ts';
import type { MeetingState } from '#ui/state.ts';
import { createStore } from '#ui/store.ts';

const nothing = () => undefined;
const later = () => Promise.resolve();

/** A meeting without an engine that stands in this state; its store can be moved on. */
export function meetingIn(state: MeetingState, change: Partial<MeetingControls> = {}): MeetingControls {
  const store = createStore(state);
  return {
    store,
    choice: () => plainChoice,
    join: nothing,
    restart: nothing,
    toggle: later,
    consent: later,
    chooseDevice: nothing,
    send: () => Promise.resolve('ok'),
    ask: later,
    command: () => Promise.resolve('ok'),
    hint: nothing,
    onHint: () => nothing,
    leave: later,
    changeRoom: () => Promise.resolve('ok'),
    turnAway: nothing,
    callBack: nothing,
    panel: (panel) => store.dispatch({ t: 'panel', panel }),
    want: nothing,
    hearSound: nothing,
    nudge: nothing,
    stats: () => Promise.resolve({ in: [], out: [] }),
    stop: nothing,
    ...change,
  };
}
