import { pageFacts } from '#kit/facts.ts';

/** The last-resort page as a document, for a server that could not render at all: without script, with a way home. */
export const lastResortHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Atrium</title></head><body style="font-family:system-ui,sans-serif;padding:64px 24px;text-align:center"><h1 style="font-size:20px">${pageFacts.lastResort}</h1><p><a href="/">Home</a></p></body></html>`;
