/** English words of what the domains put into the frame; loaded when the frame needs them, never with a guest's page. */
import outbox from '#core/outbox/text/en-US.json' with { type: 'json' };
import dashboard from '#operate/dashboard/text/en-US.json' with { type: 'json' };

export const outboxWords = { notices: outbox.notices };
export const dashboardWords = { quick: dashboard.quick };
