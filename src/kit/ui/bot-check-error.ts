import { botCheckFacts } from '#kit/facts.ts';

export type BotCheckTrouble = 'noKey' | 'noVersion' | 'loadFailed' | 'executeFailed';
/** The check against robots could not be done. Words for people stand in the kit's texts under `botCheck.<trouble>`. */
export class BotCheckError extends Error {
  readonly trouble: BotCheckTrouble;
  constructor(trouble: BotCheckTrouble) {
    super(botCheckFacts[trouble]);
    this.name = 'BotCheckError';
    this.trouble = trouble;
  }
}
